import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension Call {
  /// Sends a form as `multipart/form-data`: text, files, streams and models.
  ///
  /// The form's body is made now: see ``MultipartForm/makeBody()``. A faulty form, such as one with a missing file, ends the call at
  /// stage building, with ``MultipartForm/Fault`` as the underlying error; nothing is sent.
  public func multipart(_ form: MultipartForm) -> Call {
    do {
      // The field is set as well, because a Content-Type of the client or the row would lack the boundary.
      return body(try form.makeBody(), contentType: form.contentType).header(.contentType, form.contentType)
    } catch {
      return body(true, coder: RefusingCoder(fault: error))
    }
  }
}

extension ChildCall {
  /// Sends a form as `multipart/form-data`: see ``RefineryCore/Call/multipart(_:)``.
  public func multipart(_ form: MultipartForm) -> ChildCall {
    do {
      return body(try form.makeBody(), contentType: form.contentType).header(.contentType, form.contentType)
    } catch {
      return body(true, coder: RefusingCoder(fault: error))
    }
  }
}

/// Fails a call when the client makes its request.
private struct RefusingCoder: Coder {
  let fault: MultipartForm.Fault
  let contentType = "multipart/form-data"
  let accept = "*/*"

  func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { throw fault }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value { throw fault }
}
