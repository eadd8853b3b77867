/// The version of this package: what `refinery --version` prints, and the tag of its release.
enum Release {
  static let version = "0.1.0"
}
