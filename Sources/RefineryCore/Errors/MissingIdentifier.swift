/// A resource has no id, so the path of its request cannot be made. Nothing was sent.
struct MissingIdentifier: SafelyDescribed {
  /// One line, safe to log.
  var description: String { "it has no id, so there is no path to it" }
}
