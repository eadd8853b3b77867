#if Curl
  import CCurl
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore

  extension UnsafeMutablePointer<refinery_transfer> {
    /// Takes method, URL, fields and small content of a validated request; false where there is no memory.
    func takeHead(of request: Request, on loop: OpaquePointer) -> Bool {
      let head = request.head
      let scheme = (head.scheme ?? "").lowercased()
      pointee.is_head_request = head.method == .head
      guard takeFields(of: request) else { return false }
      let url = "\(scheme)://\(head.authority ?? "")\(head.path ?? "")"
      let isBytes = pointee.content == Int32(REFINERY_BYTES.rawValue)
      guard isBytes, let data = request.body?.data else {
        return refinery_transfer_prepare(loop, self, url, head.method.rawValue, scheme == "https")
      }
      return data.withUnsafeBytes { bytes in
        pointee.bytes = bytes.baseAddress
        defer { pointee.bytes = nil }
        return refinery_transfer_prepare(loop, self, url, head.method.rawValue, scheme == "https")
      }
    }

    /// The request's fields, a content type for content that has none, and an end to what libcurl would add by itself.
    private func takeFields(of request: Request) -> Bool {
      let fields = request.head.headerFields
      let hasContent = pointee.content != Int32(REFINERY_NO_CONTENT.rawValue)
      let isUpload = hasContent && pointee.content != Int32(REFINERY_BYTES.rawValue)
      let method = request.head.method
      let isForm = !hasContent && (method == .post || method == .put || method == .patch)
      let lacksType = (hasContent || isForm) && fields[.contentType] == nil
      let count = fields.count + (lacksType ? 1 : 0) + (isUpload ? 1 : 0)
      if count == 0 { return true }
      let size = fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 3 } + 64
      guard refinery_transfer_reserve_fields(self, count, size) else { return false }
      for field in fields { add(field.name.rawName, field.value) }
      if lacksType, hasContent { add("Content-Type", "application/octet-stream") }
      if lacksType, !hasContent { drop("Content-Type") }
      if isUpload { drop("Expect") }
      return true
    }

    private func add(_ name: String, _ value: String) {
      var (name, value) = (name, value)
      name.withUTF8 { name in
        value.withUTF8 { value in
          name.withMemoryRebound(to: CChar.self) { name in
            value.withMemoryRebound(to: CChar.self) { value in
              refinery_transfer_add_field(self, name.baseAddress, name.count, value.baseAddress, value.count)
            }
          }
        }
      }
    }

    private func drop(_ name: String) { refinery_transfer_drop_field(self, name, name.utf8.count) }
  }
#endif
