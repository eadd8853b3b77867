import Foundation
import RefineryJSON

/// Decides by the content of a file whether it is JSON or YAML, and parses it.
enum DocumentParser {
  static func parse(_ data: Data, in file: String) throws(DescriptionError) -> (value: JSONValue, findings: [Finding]) {
    let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = data.first { !spaces.contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try yaml(data, in: file) }
    do {
      return (try JSONValue(parsing: data, maximumDepth: maximumDepth, allowsRepeatedKeys: false), [])
    } catch let error as JSONValue.Malformed {
      if let repeated = repeatedNames(data, in: file) { return repeated }
      // YAML may begin with a brace too. If it is neither, the fault of JSON is the better message.
      if let value = try? yaml(data, in: file) { return value }
      throw DescriptionError(error.reason, in: file, line: error.line, column: error.column)
    } catch {
      throw DescriptionError("the file is not JSON", in: file)
    }
  }

  private static let maximumDepth = 500

  private static func repeatedNames(_ data: Data, in file: String) -> (value: JSONValue, findings: [Finding])? {
    guard let value = try? JSONValue(parsing: data, maximumDepth: maximumDepth),
      let repeated = try? JSONValue.repeatedKeys(in: data)
    else { return nil }
    let findings = repeated.map { place in
      Finding(
        .fault, at: "\(file)#",
        "line \(place.line), column \(place.column): the object repeats this name; its first value counts")
    }
    return (value, findings)
  }

  private static func yaml(_ data: Data, in file: String) throws(DescriptionError) -> (value: JSONValue, findings: [Finding]) {
    #if Import
      guard let text = text(data) else { throw DescriptionError("the file is not UTF-8", in: file) }
      do {
        return try YAMLDocument.read(text, in: file)
      } catch let error as DescriptionError {
        throw error
      } catch {
        throw DescriptionError("the file is not YAML", in: file)
      }
    #else
      throw DescriptionError("the file is not JSON, and YAML needs the trait Import", in: file)
    #endif
  }

  private static func text(_ data: Data) -> String? {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) { return String(data: data, encoding: .utf16) }
    return String(validating: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
  }
}
