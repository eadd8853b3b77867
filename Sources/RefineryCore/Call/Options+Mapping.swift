/// Where the value sits in the answers of a row or a call, over what its model says.
public enum EnvelopeOption: OptionKey {
  /// `envelope`.
  public static let name = "envelope"
  /// The model's.
  public static let defaultValue: KeyPathText = []
}

/// What a list does with an element that cannot be read. Default: fail.
public enum ElementPolicyOption: OptionKey {
  /// `elements`.
  public static let name = "elements"
  /// Fail.
  public static let defaultValue = ElementPolicy.fail
}

/// The coder of a row or a call, over that of the client.
public enum CoderOption: OptionKey {
  /// `coder`.
  public static let name = "coder"
  /// The client's.
  public static let defaultValue: AnyCoder? = nil
}

/// A coder as the value of an option. Two are equal when they are of one type.
public struct AnyCoder: Sendable, Equatable, CustomStringConvertible {
  /// The coder.
  public let coder: any Coder

  /// Wraps a coder.
  public init(_ coder: any Coder) { self.coder = coder }

  /// Whether both are of one type.
  public static func == (left: AnyCoder, right: AnyCoder) -> Bool { type(of: left.coder) == type(of: right.coder) }

  /// The type's name.
  public var description: String { String(describing: type(of: coder)) }
}

/// Whether status 304 is a success of this call, because it asked for it.
enum AcceptsNotModified: OptionKey {
  static let name = "acceptsNotModified"
  static let defaultValue = false
}

/// The types of a row's error bodies by status: see ``CallError/details(as:)``.
public enum ErrorTypes: OptionKey {
  /// Types by status; the first that covers a status counts.
  public struct Map: Sendable, Equatable, CustomStringConvertible {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Equatable {
      let statuses: StatusSet
      let type: any (Decodable & Error & Sendable).Type

      static func == (left: Entry, right: Entry) -> Bool { left.statuses == right.statuses && left.type == right.type }
    }

    /// No types.
    public init() {}

    /// One more type; it wins over those that are there.
    public func adding<Details: Decodable & Error & Sendable>(_ type: Details.Type, for statuses: StatusSet) -> Map {
      var map = self
      map.entries.insert(Entry(statuses: statuses, type: type), at: 0)
      return map
    }

    func type(for status: Int) -> (any (Decodable & Error & Sendable).Type)? {
      entries.first { $0.statuses.contains(status) }?.type
    }

    /// `422:ValidationErrors`.
    public var description: String { entries.map { "\($0.statuses):\($0.type)" }.joined(separator: ",") }
  }

  /// `errors`.
  public static let name = "errors"
  /// None.
  public static let defaultValue = Map()
}
