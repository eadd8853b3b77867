/// A URI template (RFC 6570, all four levels): text with expressions such as `{id}` or `{?page,limit}` that values fill in.
///
/// It is parsed once and shared by its copies, so keep it in a `static let`. `<name>` is another way to write `{name}`.
///
/// ```swift
/// let path: URITemplate = "people/{id}{?fields*}"
/// try path.target(["id": "a/b", "fields": ["x": "1"]])  // people/a%2Fb?x=1
/// ```
public struct URITemplate: Sendable, Hashable, CustomStringConvertible {
  let storage: Storage

  init(storage: Storage) { self.storage = storage }

  /// A template known only when the program runs, as from a file. Costs about a microsecond.
  ///
  /// - Throws: ``Malformed``, which names the position. A literal takes the other initializer, which never throws.
  public init(_ text: String) throws {
    storage = Storage(text)
    if let problem { throw problem }
  }

  /// A template known when the program is written. A fault does not trap: see ``problem``.
  public init(stringLiteral text: String) { storage = Storage(text) }

  /// The template as it was written.
  public var text: String { storage.text }

  /// What is wrong with a template written as a literal, or nil. A malformed template throws this whenever it is used.
  public var problem: Malformed? { storage.problem }

  /// The names of all variables, in order of first use.
  public var variables: [String] { names { _ in true } }

  /// The names of the variables that stand before the query, in order of first use. ``target(_:)`` needs them all.
  public var pathVariables: [String] { names { $0 <= .path } }

  /// The names of the variables that stand in the query, in order of first use. Those without a value vanish.
  public var queryVariables: [String] { names { $0 == .query } }

  /// Whether it starts with `http://` or `https://`, and so does not join a base URL. A value cannot make it so.
  public var isAbsolute: Bool { storage.schemeLength > 0 }

  /// The template as it was written.
  public var description: String { text }

  /// Whether both were written alike.
  public static func == (left: URITemplate, right: URITemplate) -> Bool {
    left.storage === right.storage || left.text == right.text
  }

  /// Hashes what was written.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  private func names(where isWanted: (Region) -> Bool) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for case .expression(let expression) in storage.parts where isWanted(expression.region) {
      for variable in expression.variables where seen.insert(variable.name).inserted { names.append(variable.name) }
    }
    return names
  }
}

extension URITemplate {
  /// What all copies of a template share: the parsed form, and what was made from it.
  final class Storage: Sendable {
    let text: String
    let parts: [Part]
    let problem: Malformed?
    /// Bytes of `http://` or `https://` at the start; 0 for a relative template.
    let schemeLength: Int
    /// Where, in UTF-8 bytes of the text, the query and the fragment begin.
    let queryStart: Int
    let fragmentStart: Int
    /// How many bytes the literals give, as a first guess at the size of an expansion.
    let literalLength: Int
    /// The whole template, where it is a relative path of literals and `{name}` alone; else empty.
    let plainSteps: [PlainStep]
    let itemStorage = OnceReference<Storage>()
    let memo = OnceReference<Memo>()
    /// Why the template cannot be joined to a base URL; nil where it can, and for an absolute template.
    let relativeFault: Malformed?

    init(_ template: Storage) {
      relativeFault = template.relativeFault
      text = template.text
      parts = template.parts
      problem = template.problem
      schemeLength = template.schemeLength
      queryStart = template.queryStart
      fragmentStart = template.fragmentStart
      literalLength = template.literalLength
      plainSteps = template.plainSteps
    }

    /// Parses the text, unless it is known to be malformed.
    init(_ text: String, problem known: Malformed? = nil) {
      var parser = Parser(text)
      self.text = text
      schemeLength = parser.schemeLength
      do throws(Malformed) {
        if let known { throw known }
        try parser.parse()
        problem = nil
        parts = parser.parts
        queryStart = parser.queryStart ?? parser.fragmentStart ?? text.utf8.count
        fragmentStart = parser.fragmentStart ?? text.utf8.count
      } catch {
        problem = error
        parts = []
        queryStart = text.utf8.count
        fragmentStart = text.utf8.count
      }
      plainSteps = PlainStep.steps(of: parts)
      relativeFault = schemeLength > 0 ? nil : Self.relativeFault(of: text, parts)
      literalLength = parts.reduce(0) { length, part in
        if case .literal(let literal) = part { length + literal.text.utf8.count } else { length }
      }
    }
  }

  /// The part of a URL that a piece of a template belongs to.
  enum Region: Comparable, Sendable {
    case authority, path, query, fragment
  }

  enum Part: Sendable {
    case literal(Literal)
    case expression(Expression)
  }

  struct Literal: Sendable {
    /// With everything percent-encoded that has to be.
    let text: String
    let region: Region
    /// What it adds to the path component that is open before it, and the component it leaves open where it ends that one.
    let head: Component
    let tail: Component?
  }

  struct Expression: Sendable {
    let operation: Operator
    let variables: [Variable]
    let region: Region
  }

  struct Variable: Sendable {
    enum Modifier: Sendable, Equatable {
      case none, explode
      case prefix(Int)
    }

    let name: String
    let modifier: Modifier
  }
}
