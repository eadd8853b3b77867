/// A place in one of the files of a description.
struct DocumentPlace: Hashable, CustomStringConvertible {
  /// Relative to the folder of the first file.
  var file: String
  /// A JSON pointer; empty for the whole file.
  var pointer: String

  var description: String { "\(file)#\(pointer)" }
  var key: SchemaKey { SchemaKey(file: file, pointer: pointer) }

  /// The place of a member or an element.
  func appending(_ token: String) -> DocumentPlace {
    DocumentPlace(file: file, pointer: pointer + "/" + Self.escaped(token))
  }

  static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    var text = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The last part of the pointer, without escapes; the file without its folder and extension if the pointer is empty.
  var name: String {
    guard let slash = pointer.utf8.lastIndex(of: UInt8(ascii: "/")) else { return RelativePath.stem(of: file) }
    let token = String(pointer[pointer.utf8.index(after: slash)...])
    return token.utf8.contains(UInt8(ascii: "~"))
      ? token.split(separator: "~1", omittingEmptySubsequences: false)
        .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }.joined(separator: "/")
      : token
  }
}
