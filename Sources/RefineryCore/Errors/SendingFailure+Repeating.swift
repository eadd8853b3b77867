extension Error {
  /// This error, except that it no longer says that nothing was sent. For a link that has sent another request of the same
  /// call: see ``SendingFailure/followingSentRequest()``.
  package var asSent: any Error {
    guard let failure = self as? any SendingFailure, failure.isUnsent else { return self }
    return failure.followingSentRequest()
  }
}
