/// A resource has no id, so the path of its request cannot be made. Nothing was sent.
package struct MissingIdentifier: SafelyDescribed, Equatable {
  /// One line, safe to log.
  package var description: String { "it has no id, so there is no path to it" }
}
