/// A Swift file.
public struct SourceFile: Sendable {
  /// Its name in messages: the path from the package's directory.
  public let path: String
  /// The text of the file.
  public let text: String

  /// A file with a name and a text.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
