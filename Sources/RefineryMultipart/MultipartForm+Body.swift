import FoundationEssentials
public import RefineryCore
import RefineryFiles
import RefineryParts

extension MultipartForm {
  /// Makes the body of a request. `Call.multipart(_:progress:)` does this for you.
  ///
  /// It encodes the models and reads the sizes of the files. It opens each file to check that it can be read, and closes it
  /// again. If all parts are in memory and the form has at most 1 MiB, the body is in memory, so that middleware can read it.
  /// Otherwise the body is a stream.
  ///
  /// - Throws: ``Fault``.
  public func makeBody() throws(Fault) -> Body {
    guard isBoundaryValid else { throw Fault(.invalidBoundary, part: nil) }
    var segments = SegmentList()
    for part in parts {
      segments.append(Data("--\(boundary)\r\n".utf8))
      let head = try part.head()
      try checkForBoundary(head, of: part)
      segments.append(head)
      switch part.content {
      case .bytes(let data):
        try checkForBoundary(data, of: part)
        segments.append(data)
      case .model(let value, let nulls, let coder):
        let data = try part.encode(value, nulls, by: coder)
        try checkForBoundary(data, of: part)
        segments.append(data)
      case .file(let url):
        let body: Body
        do {
          body = try UploadFile(url).body()
        } catch {
          throw part.fault(.file(error))
        }
        segments.append(.body(body, part: part.name), length: body.length, isReplayable: true)
      case .body(let body):
        segments.append(.body(body, part: part.name), length: body.length, isReplayable: body.isReplayable)
      }
      segments.append(Data("\r\n".utf8))
    }
    segments.append(Data("--\(boundary)--\r\n".utf8))
    return try segments.makeBody()
  }

  private var isBoundaryValid: Bool {
    (1...70).contains(boundary.utf8.count) && boundary.utf8.allSatisfy { $0.isAlphanumeric || "'()+_,-./:=?".utf8.contains($0) }
  }

  private func checkForBoundary(_ data: Data, of part: Part) throws(Fault) {
    if hasOwnBoundary, data.firstRange(of: Data("--\(boundary)".utf8)) != nil { throw part.fault(.containsBoundary) }
  }
}

extension MultipartForm.Part {
  fileprivate func encode(
    _ value: any Encodable & Sendable, _ nulls: NullPolicy?, by coder: any Coder
  ) throws(MultipartForm.Fault) -> Data {
    do {
      return try coder.encode(value, nulls: nulls)
    } catch {
      throw fault(.unencodable(details: ErrorSummary.text(of: error)))
    }
  }
}

/// A segment of a form's body.
enum FormSegment: Sendable {
  case bytes(Data)
  case body(Body, part: String)
}

/// The segments of a form, and the properties of their body.
private struct SegmentList {
  /// Content up to this size is copied to the bytes around it, so that it is not a separate chunk.
  private static let copied = 16 * 1024
  /// A form in memory up to this size becomes one body in memory.
  private static let whole = 1024 * 1024

  private var segments: [FormSegment] = []
  /// Bytes that are not yet in a segment.
  private var bytes = Data()
  /// The sum of the lengths; nil as soon as a part has no length.
  private var length: Int? = 0
  private var isTooLong = false
  private var isReplayable = true

  mutating func append(_ data: Data) {
    if data.count > Self.copied {
      append(.bytes(data), length: data.count, isReplayable: true)
    } else {
      bytes.append(data)
      add(data.count)
    }
  }

  mutating func append(_ segment: FormSegment, length: Int?, isReplayable: Bool) {
    flush()
    segments.append(segment)
    add(length)
    if !isReplayable { self.isReplayable = false }
  }

  mutating func makeBody() throws(MultipartForm.Fault) -> Body {
    flush()
    if isTooLong { throw MultipartForm.Fault(.invalidLength, part: nil) }
    if let length, length <= Self.whole {
      let inMemory = segments.compactMap { if case .bytes(let data) = $0 { data } else { nil } }
      if inMemory.count == segments.count {
        var whole = Data(capacity: length)
        for data in inMemory { whole.append(data) }
        return Body(whole)
      }
    }
    let segments = segments
    return Body(length: length, isReplayable: isReplayable) {
      var reading = FormReading(segments)
      return { try await reading.next() }
    }
  }

  private mutating func flush() {
    guard !bytes.isEmpty else { return }
    segments.append(.bytes(bytes))
    bytes = Data()
  }

  private mutating func add(_ count: Int?) {
    guard let count, let length else {
      length = nil
      return
    }
    let (sum, overflow) = length.addingReportingOverflow(count)
    self.length = sum
    if overflow { isTooLong = true }
  }
}
