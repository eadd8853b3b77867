/// A URI template (RFC 6570, all four levels): text with expressions such as `{id}` or `{?page,limit}`, expanded with values.
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

  /// A template that throws this reason when it is used. `shown` is the part of the text that the error may show.
  init(_ text: String, unusable reason: String, showing shown: String? = nil) {
    storage = Storage(text, problem: Malformed(template: shown ?? text, position: 0, reason: reason))
  }

  /// Creates a template from text that is known only at run time, for example from a file. Costs about a microsecond.
  ///
  /// - Throws: ``Malformed``, which names the position. A literal uses the other initializer, which does not throw.
  public init(_ text: String) throws {
    storage = Storage(text)
    if let problem { throw problem }
  }

  /// Creates a template from a literal. A fault does not trap: see ``problem``.
  public init(stringLiteral text: String) { storage = Storage(text) }

  /// The template as it was written.
  public var text: String { storage.text }

  /// The fault of a literal, or nil. Each use of a malformed template throws it.
  public var problem: Malformed? { storage.problem }

  /// The names of all variables, in order of first use.
  public var variables: [String] { names { _ in true } }

  /// The names of the variables before the query, in order of first use. ``target(_:)`` needs values for all of them.
  package var pathVariables: [String] { names { $0 <= .path } }

  /// The names of the variables in the query, in order of first use. Those without a value are removed.
  package var queryVariables: [String] { names { $0 == .query } }

  /// Whether it starts with `http://` or `https://`, and so does not use the base URL. A value cannot change this.
  public var isAbsolute: Bool { storage.schemeLength > 0 }

  /// The template as it was written.
  public var description: String { text }

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
  /// The literals, with `{}` instead of each expression.
  var skeleton: String { Self.skeleton(of: storage.parts) }

  static func skeleton(of parts: [Part]) -> String {
    parts.reduce(into: "") { text, part in
      if case .literal(let literal) = part { text += literal.text } else { text += "{}" }
    }
  }

  /// The number of times that a variable of this name occurs. Does not allocate.
  func count(of name: String) -> Int {
    var count = 0
    for case .expression(let expression) in storage.parts {
      for variable in expression.variables where variable.name == name { count += 1 }
    }
    return count
  }

  /// Whether a variable of this name occurs.
  func uses(_ name: String) -> Bool { count(of: name) > 0 }
}

extension URITemplate {
  /// The parsed form and the cache; all copies of a template share it.
  final class Storage: Sendable, Hashable {
    let text: String
    let parts: [Part]
    let problem: Malformed?
    /// The number of bytes of `http://` or `https://` at the start; 0 for a relative template.
    let schemeLength: Int
    /// The offsets of the query and the fragment, in UTF-8 bytes of the text.
    let queryStart: Int
    let fragmentStart: Int
    /// The number of bytes of the literals, as an estimate of the size of an expansion.
    let literalLength: Int
    /// The whole template, if it is a relative path of literals and `{name}` only; otherwise empty.
    let plainSteps: [PlainStep]
    let itemStorage = OnceReference<Storage>()
    /// The rows of models at this path.
    let rows = RowCache<RowKey, Endpoint>()
    /// Why the template cannot be joined to a base URL; nil if it can, and for an absolute template.
    let relativeFault: Malformed?

    /// Whether only a link says the URL: see ``URITemplate/location``.
    let isLocation: Bool
    /// The template that a relative `Location` is relative to; its parts are those of this one.
    let locationBase: Storage?

    static func == (left: Storage, right: Storage) -> Bool {
      left === right || left.text == right.text && left.isLocation == right.isLocation
    }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// A copy with a cache of its own.
    convenience init(_ template: Storage) {
      self.init(template, text: template.text, isLocation: template.isLocation, locationBase: template.locationBase)
    }

    /// The parts of a template under another text.
    init(_ template: Storage, text: String, isLocation: Bool = true, locationBase: Storage?) {
      self.isLocation = isLocation
      self.locationBase = locationBase
      self.text = text
      relativeFault = template.relativeFault
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
      isLocation = false
      locationBase = nil
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

    var region: Region {
      switch self {
      case .literal(let literal): literal.region
      case .expression(let expression): expression.region
      }
    }
  }

  struct Literal: Sendable {
    /// The text, percent-encoded where needed.
    let text: String
    let region: Region
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
