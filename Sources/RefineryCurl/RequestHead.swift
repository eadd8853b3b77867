#if Curl
  import CCurl
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore
  import RefineryTransport

  extension UnsafeMutablePointer<refinery_transfer> {
    /// Copies the method, URL, fields and small content of a validated request. Returns false if out of memory.
    func takeHead(of request: Request) -> Bool {
      let head = request.head
      let method = head.method
      let fields = head.headerFields.withJoinedCookies
      let (authority, target) = (head.authority ?? "", head.path ?? "")
      pointee.is_head_request = method == .head
      let hasContent = pointee.content != Int32(REFINERY_NO_CONTENT.rawValue)
      let isBytes = pointee.content == Int32(REFINERY_BYTES.rawValue)
      let isUpload = hasContent && !isBytes
      let isForm = !hasContent && (method == .post || method == .put || method == .patch)
      let lacksType = (hasContent || isForm) && fields[.contentType] == nil
      let bytes = isBytes ? request.body?.data : nil

      var size = 128 + method.rawValue.utf8.count + authority.utf8.count + target.utf8.count + (bytes?.count ?? 0)
      for field in fields { size += field.name.rawName.utf8.count + field.value.utf8.count + 3 }
      let count = fields.count + (lacksType ? 1 : 0) + (isUpload ? 1 : 0)
      guard refinery_transfer_reserve(self, count, size) else { return false }
      // Adds fields, and drops fields that libcurl must not add.
      for field in fields { add(field.name.rawName, field.value) }
      if lacksType, hasContent { add("Content-Type", "application/octet-stream") }
      if lacksType, !hasContent { drop("Content-Type") }
      if isUpload { drop("Expect") }
      method.rawValue.withCharacters { refinery_transfer_set_method(self, $0.baseAddress, $0.count) }
      let isSecure = head.scheme.map { $0 == "https" || $0.lowercased() == "https" } ?? false
      authority.withCharacters { authority in
        target.withCharacters { target in
          refinery_transfer_set_url(self, isSecure, authority.baseAddress, authority.count, target.baseAddress, target.count)
        }
      }
      if let bytes { bytes.withUnsafeBytes { refinery_transfer_set_bytes(self, $0.baseAddress, $0.count) } }
      return true
    }

    private func add(_ name: String, _ value: String) {
      name.withCharacters { name in
        value.withCharacters { value in
          refinery_transfer_add_field(self, name.baseAddress, name.count, value.baseAddress, value.count)
        }
      }
    }

    private func drop(_ name: String) { refinery_transfer_drop_field(self, name, name.utf8.count) }
  }

  extension String {
    fileprivate func withCharacters(_ read: (UnsafeBufferPointer<CChar>) -> Void) {
      var copy = self
      copy.withUTF8 { $0.withMemoryRebound(to: CChar.self, read) }
    }
  }
#endif
