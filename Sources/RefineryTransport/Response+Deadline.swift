import RefineryCore

extension Response {
  /// Returns the response. Its streamed body throws once the request's deadline has passed, even if unread bytes have arrived.
  /// A transport's own timer ends only the transfer, not the reading of buffered bytes.
  func enforcingDeadline(of request: Request) -> Response {
    guard !request.context.limitsOnlyHead, let deadline = request.deadline, body.data == nil else { return self }
    let timeout = request.deadlineHasPassed
    var response = self
    response.body = body.checked { if deadline.hasPassed { throw timeout } }
    return response
  }
}
