package import HTTPTypes

extension HTTPFields {
  /// The same fields with all cookies in one field, as HTTP/1.1 demands (RFC 6265 section 5.4). `HTTPFields` makes a field of
  /// each cookie.
  package var withJoinedCookies: HTTPFields {
    let cookies = self[values: .cookie]
    guard cookies.count > 1 else { return self }
    var joined = self
    joined[values: .cookie] = [cookies.joined(separator: "; ")]
    return joined
  }
}
