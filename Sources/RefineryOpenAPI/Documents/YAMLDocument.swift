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
    /// The values with an anchor so far, by their names.
    private var anchors: [String: Anchored] = [:]
    /// The nested levels of the value that was read last.
    private var height = 0
    /// What stands for the asterisk of an alias; nil if the text has no alias.
    private let marker: Unicode.Scalar?
    /// The repeated names, with their places in the text.
    private(set) var findings: [Finding] = []

    private struct Anchored {
      var value: JSONValue
      var size: Int
      var height: Int
    }

    private init(_ file: String, marker: Unicode.Scalar?, budget: Int) {
      self.file = file
      self.marker = marker
      self.budget = budget
    }

    /// - Throws: ``DescriptionError``.
    static func read(_ text: String, in file: String) throws -> (value: JSONValue, findings: [Finding]) {
      // Without aliases, a text has fewer values than bytes.
      let hidden = YAMLAliases.hidden(in: text)
      var document = YAMLDocument(file, marker: hidden?.marker, budget: 20_000 + 8 * text.utf8.count)
      let (root, parser) = try document.compose(hidden?.text ?? text)
      // A node does not keep its anchor, the parser does.
      let value = try withExtendedLifetime(parser) { try document.value(root, depth: 0) }
      return (value, document.findings)
    }

    /// Parses the text. Yams refuses repeated names; the first of them gets another name here, so that the last one counts.
    private mutating func compose(_ text: String) throws -> (root: Node, parser: Parser) {
      var text = text
      for repair in 0... {
        do {
          // Without rules, a plain scalar is text until it is resolved here.
          let parser = try Parser(yaml: text, resolver: .basic)
          guard let root = try parser.singleRoot() else { throw DescriptionError("the file is empty", in: file) }
          return (root, parser)
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
        } catch let error as DescriptionError {
          throw error
        } catch {
          break
        }
      }
      throw DescriptionError("the file is not YAML", in: file)
    }

    private mutating func value(_ node: Node, depth: Int) throws -> JSONValue {
      let before = budget
      budget -= 1
      guard budget > 0 else {
        throw DescriptionError("its aliases make it many times as large as its text", in: file, node.mark)
      }
      try checkDepth(depth, at: node)
      let value: JSONValue
      switch node {
      case .scalar(let scalar):
        if let name = try alias(scalar) { return try self.value(ofAlias: name, node, depth: depth) }
        value = self.scalar(scalar)
        height = 0
      case .sequence(let sequence):
        var elements: [JSONValue] = []
        var deepest = 0
        elements.reserveCapacity(sequence.count)
        for index in sequence.indices {
          elements.append(try self.value(sequence[index], depth: depth + 1))
          deepest = max(deepest, height)
        }
        value = .array(elements)
        height = deepest + 1
      case .mapping(let mapping): value = .object(try object(mapping, depth: depth + 1))
      case .alias(let alias): throw DescriptionError("an alias without its anchor", in: file, alias.mark)
      }
      if marker != nil, let anchor = node.anchor {
        anchors[anchor.rawValue] = Anchored(value: value, size: before - budget, height: height)
      }
      return value
    }

    private func checkDepth(_ depth: Int, at node: Node) throws {
      guard depth < Self.maximumDepth else {
        throw DescriptionError("more than \(Self.maximumDepth) nested levels", in: file, node.mark)
      }
    }

    /// The name of the anchor, if a scalar is an alias.
    private func alias(_ scalar: Node.Scalar) throws -> String? {
      guard let marker, scalar.style == .plain, scalar.string.unicodeScalars.first == marker else { return nil }
      let name = String(scalar.string.unicodeScalars.dropFirst())
      guard !name.contains(where: \.isWhitespace) else {
        throw DescriptionError("an alias must be the whole value", in: file, scalar.mark)
      }
      return name
    }

    private mutating func value(ofAlias name: String, _ node: Node, depth: Int) throws -> JSONValue {
      guard let anchored = anchors[name] else {
        throw DescriptionError("there is no anchor \(name) before its alias", in: file, node.mark)
      }
      budget -= anchored.size
      try checkDepth(depth + anchored.height, at: node)
      height = anchored.height
      return anchored.value
    }

    private func scalar(_ scalar: Node.Scalar) -> JSONValue {
      switch scalar.tag.rawValue {
      case "" where scalar.style == .plain: CoreSchema.value(ofPlain: text(scalar))
      case Yams.Tag.Name.int.rawValue, Yams.Tag.Name.float.rawValue, Yams.Tag.Name.bool.rawValue, Yams.Tag.Name.null.rawValue:
        CoreSchema.value(ofPlain: text(scalar))
      default: .string(text(scalar))
      }
    }

    /// The text of a scalar, in which a marker was an asterisk.
    private func text(_ scalar: Node.Scalar) -> String {
      guard let marker, scalar.string.unicodeScalars.contains(marker) else { return scalar.string }
      return scalar.string.replacing(String(Character(marker)), with: "*")
    }

    /// The name of a member: text, or an alias of text.
    private mutating func name(_ key: Node, depth: Int) throws -> String {
      guard case .scalar(let scalar) = key else {
        throw DescriptionError("a name of a mapping must be text", in: file, key.mark)
      }
      guard let alias = try alias(scalar) else {
        if marker != nil, let anchor = scalar.anchor {
          anchors[anchor.rawValue] = Anchored(value: .string(text(scalar)), size: 1, height: 0)
        }
        return text(scalar)
      }
      guard case .string(let name) = try value(ofAlias: alias, key, depth: depth) else {
        throw DescriptionError("a name of a mapping must be text", in: file, key.mark)
      }
      return name
    }

    private mutating func object(
      _ mapping: Node.Mapping, depth: Int
    ) throws -> JSONValue.Object {
      var members: [(key: String, value: JSONValue)] = []
      var merged: [(key: String, value: JSONValue)] = []
      members.reserveCapacity(mapping.count)
      var deepest = 0
      for (key, node) in mapping {
        let name = try name(key, depth: depth)
        if name == "<<", case .scalar(let scalar) = key, scalar.style == .plain {
          merged += try mergedMembers(node, depth: depth)
        } else {
          members.append((name, try value(node, depth: depth)))
        }
        deepest = max(deepest, height)
      }
      height = deepest + 1
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
