import FoundationEssentials
import HTTPTypes
public import RefineryCore
public import RefineryFiles

extension ScopedCall {
  /// Sends a form as `multipart/form-data`: text, files, streams and models.
  ///
  /// The body of the form is made at once: see ``MultipartForm/makeBody()``. If the form has a fault, such as a missing file,
  /// the call fails at stage building, with ``MultipartForm/Fault`` as the underlying error. Nothing is sent.
  ///
  /// - Parameters:
  ///   - form: the parts.
  ///   - progress: called with the number of bytes of the whole form that were read: see `Body.reporting(_:)` of RefineryFiles.
  public func multipart(_ form: MultipartForm, progress: (@Sendable (FileProgress) -> Void)? = nil) -> Self {
    do {
      // The field is also set for this call, because a `Content-Type` of the client or the row would lack the boundary.
      return body(try form.makeBody(reporting: progress), contentType: form.contentType).header(.contentType, form.contentType)
    } catch {
      return failing(error)
    }
  }
}

extension MultipartForm {
  fileprivate func makeBody(reporting progress: (@Sendable (FileProgress) -> Void)?) throws(Fault) -> Body {
    let body = try makeBody()
    return progress.map { body.reporting($0) } ?? body
  }
}
