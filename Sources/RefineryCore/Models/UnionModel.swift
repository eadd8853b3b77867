public import RefineryJSON

/// One of several types: the `oneOf` and `anyOf` of a description. `refinery import` writes such enums.
///
/// ```swift
/// enum Item: UnionModel {
///   case message(Message)
///   case call(ToolCall)
///   case text(String)
///   case other(JSONValue)
///
///   static let branches: [UnionBranch<Item>] = [
///     UnionBranch("message", Item.message), UnionBranch("call", Item.call), UnionBranch(Item.text),
///   ]
///   static var discriminator: String? { "type" }
///
///   var content: any Codable & Sendable {
///     switch self {
///     case .message(let content): content
///     case .call(let content): content
///     case .text(let content): content
///     case .other(let content): content
///     }
///   }
/// }
/// ```
/// Reading chooses one branch:
///
/// 1. If the value of the discriminator is a tag of a branch, it is this one. If the branch cannot be read then, its error is
///    thrown, because it says what is wrong.
/// 2. Otherwise the value is compared with each branch, without reading what is in it. A branch fits if its kind of JSON is
///    that of the value. A model fits if all its required members are there, if the members that it names have the right kind
///    of JSON, and if a member with a single known value has this value. A list fits if its first element does, a union if one
///    of its branches does. Among those that fit, the one with the fewest enumeration values that it does not know wins, then
///    the one with the fewest members that it does not name, then the first. A text is read as an enumeration if this lists it,
///    and otherwise as `String` if that is a branch. Types that say nothing about their shape, and `JSONValue`, come last.
/// 3. If the branch cannot be read, the next best is tried, at most four for one value.
/// 4. If no branch fits, the value is `other`. It is written as it was read.
///
/// A value that no branch can read costs time. A document with so many of them that the time would grow faster than the
/// document is refused with the error of a branch. Decoders of other libraries try one branch for each array and object.
public protocol UnionModel: Codable, Sendable {
  /// The branches, in the order of the description, without `other`. Declare it as `static let`.
  static var branches: [UnionBranch<Self>] { get }

  /// The member whose value names the branch. The default is nil: there is none.
  static var discriminator: String? { get }

  /// A value that fits no branch. It is a case of the enum.
  static func other(_ value: JSONValue) -> Self

  /// The value within.
  var content: any Codable & Sendable { get }
}

extension UnionModel {
  /// No member names the branch.
  public static var discriminator: String? { nil }

  /// A value that is read next.
  public init(_ unread: Unread) { self = .other(.null) }

  /// Reads the branch that fits.
  public init(from decoder: any Decoder) throws {
    let branches = Self.branches
    var choice = UnionChoice(decoder, Self.matcher)
    while let index = choice.next() {
      do {
        self = try branches[index].read(decoder)
        return
      } catch {
        try choice.failed(error)
      }
    }
    self = .other(try JSONValue(from: decoder))
  }

  /// Writes the value within.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content)
  }
}

/// A branch of a ``UnionModel``: a case of the enum with its type.
public struct UnionBranch<Union: Sendable>: Sendable {
  let tags: [String]
  let type: any Any.Type
  let read: @Sendable (any Decoder) throws -> Union

  /// A branch that is found by its shape.
  public init<Content: Codable & Sendable>(_ make: @escaping @Sendable (Content) -> Union) { self.init(tags: [], make) }

  /// A branch that a value of the discriminator names. An integer is compared by its digits.
  public init<Content: Codable & Sendable>(_ tag: String, _ make: @escaping @Sendable (Content) -> Union) {
    self.init(tags: [tag], make)
  }

  /// A branch that several values of the discriminator name.
  public init<Content: Codable & Sendable>(tags: [String], _ make: @escaping @Sendable (Content) -> Union) {
    self.tags = tags
    type = Content.self
    read = { decoder in make(try decoder.singleValueContainer().decode(Content.self)) }
  }
}

private let matchers = TypeTable<UnionMatcher>()

extension UnionModel {
  static var matcher: UnionMatcher { matchers.value(for: Self.self) { UnionMatcher(unionShape) } }

  static var unionShape: ModelShape.Union {
    ModelShape.Union(discriminator: discriminator, branches: branches.map { ($0.tags, $0.type) })
  }
}
