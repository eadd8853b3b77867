#if Import
  import Foundation
  import RefineryJSON
  import Yams

  /// Reads YAML as JSON: the core schema of YAML 1.2, with anchors and merge keys.
  struct YAMLDocument {
    /// More nested levels than this are refused: all that reads a description is recursive.
    static let maximumDepth = 500
    /// Repeated names of one file that are repaired; each of them reads the file again.
    private static let maximumRepairs = 8

    private let file: String
    /// How many more values may be made. An alias is a copy, so a few lines could be gigabytes.
    private var budget: Int
    /// The repeated names, with their places in the text.
    private(set) var findings: [Finding] = []

    private init(_ file: String, budget: Int) {
      self.file = file
      self.budget = budget
    }

    /// - Throws: ``DescriptionError``.
    static func read(_ text: String, in file: String) throws -> (value: JSONValue, findings: [Finding]) {
      // Without aliases, a text has fewer values than bytes.
      var document = YAMLDocument(file, budget: 20_000 + 8 * text.utf8.count)
      guard let root = try document.compose(text) else { throw DescriptionError("the file is empty", in: file) }
      let value = try document.value(root, depth: 0)
      return (value, document.findings)
    }

    /// Parses the text. Yams refuses repeated names; the first of them gets another name here, so that the last one counts.
    private mutating func compose(_ text: String) throws -> Node? {
      var text = text
      for repair in 0... {
        do {
          // Without rules, a plain scalar is text until it is resolved here.
          return try Yams.compose(yaml: text, .basic)
        } catch YamlError.duplicatedKeysInMapping(let names, let context) {
          let mark = context.mark
          guard repair < Self.maximumRepairs,
            let repaired = YAMLRepair.renamingKey(in: text, line: mark.line, column: mark.column, number: repair)
          else {
            throw DescriptionError("a mapping repeats the name \(names.first ?? "")", in: file, mark)
          }
          findings.append(
            Finding(
              .fault, at: "\(file)#",
              "line \(mark.line), column \(mark.column): the mapping repeats this name; its last value counts"))
          text = repaired
        } catch YamlError.scanner(_, let problem, let mark, _) {
          guard repair < Self.maximumRepairs, let repaired = YAMLRepair.joiningSurrogates(in: text) else {
            throw DescriptionError(problem, in: file, mark)
          }
          text = repaired
        } catch YamlError.parser(_, let problem, let mark, _) {
          throw DescriptionError(problem, in: file, mark)
        } catch YamlError.composer(_, let problem, let mark, _) {
          throw DescriptionError(problem, in: file, mark)
        } catch YamlError.reader(let problem, _, _, _) {
          throw DescriptionError(problem, in: file)
        } catch {
          throw DescriptionError("the file is not YAML", in: file)
        }
      }
      return nil
    }

    private mutating func value(_ node: Node, depth: Int) throws -> JSONValue {
      budget -= 1
      guard budget > 0 else {
        throw DescriptionError("its aliases make it many times as large as its text", in: file, node.mark)
      }
      guard depth < Self.maximumDepth else {
        throw DescriptionError("more than \(Self.maximumDepth) nested levels", in: file, node.mark)
      }
      switch node {
      case .scalar(let scalar): return try self.scalar(scalar)
      case .sequence(let sequence):
        var elements: [JSONValue] = []
        elements.reserveCapacity(sequence.count)
        for index in sequence.indices { elements.append(try value(sequence[index], depth: depth + 1)) }
        return .array(elements)
      case .mapping(let mapping): return .object(try object(mapping, depth: depth + 1))
      case .alias(let alias): throw DescriptionError("an alias without its anchor", in: file, alias.mark)
      }
    }

    private mutating func scalar(_ scalar: Node.Scalar) throws -> JSONValue {
      switch scalar.tag.rawValue {
      case "" where scalar.style == .plain: return CoreSchema.value(ofPlain: scalar.string)
      case Yams.Tag.Name.int.rawValue, Yams.Tag.Name.float.rawValue, Yams.Tag.Name.bool.rawValue, Yams.Tag.Name.null.rawValue:
        return CoreSchema.value(ofPlain: scalar.string)
      default: return .string(scalar.string)
      }
    }

    private mutating func object(
      _ mapping: Node.Mapping, depth: Int
    ) throws -> JSONValue.Object {
      var members: [(key: String, value: JSONValue)] = []
      var merged: [(key: String, value: JSONValue)] = []
      members.reserveCapacity(mapping.count)
      for (key, node) in mapping {
        guard case .scalar(let name) = key else {
          throw DescriptionError("a name of a mapping must be text", in: file, key.mark)
        }
        if name.string == "<<", name.style == .plain {
          merged += try mergedMembers(node, depth: depth)
        } else {
          members.append((name.string, try value(node, depth: depth)))
        }
      }
      guard !merged.isEmpty else { return JSONValue.Object(members) }
      var object = JSONValue.Object(members)
      for member in merged where object[member.key] == nil { object[member.key] = member.value }
      return object
    }

    /// The members of a merge key: those of one mapping, or of several, of which the first counts.
    private mutating func mergedMembers(_ node: Node, depth: Int) throws -> [(key: String, value: JSONValue)] {
      let sources: [JSONValue] =
        switch try value(node, depth: depth) {
        case .array(let elements): elements
        case let other: [other]
        }
      return try sources.flatMap { source -> [(key: String, value: JSONValue)] in
        guard case .object(let object) = source else {
          throw DescriptionError("a merge key takes mappings only", in: file, node.mark)
        }
        return Array(object)
      }
    }
  }

  extension DescriptionError {
    fileprivate init(_ reason: String, in file: String, _ mark: Mark?) {
      self.init(reason, in: file, line: mark?.line, column: mark?.column)
    }
  }
#endif
