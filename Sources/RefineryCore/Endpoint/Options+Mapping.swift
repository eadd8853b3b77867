/// Where the value is in the responses of a row or a call. It replaces the envelope of the model.
public enum EnvelopeOption: OptionKey {
  /// The name in tables and reports: `envelope`.
  public static let name = "envelope"
  /// Empty: the envelope of the model applies.
  public static let defaultValue: MemberPath = []
  /// False: it is about one response.
  public static let isInherited = false
}

/// What a list does with an element that cannot be read. Default: fail.
public enum ElementPolicyOption: OptionKey {
  /// The name in tables and reports: `elements`.
  public static let name = "elements"
  /// The call fails.
  public static let defaultValue = ElementPolicy.fail
  /// False: it is about one response.
  public static let isInherited = false
}

/// What a call does if its list is absent: the member at the end of the envelope is missing or null, or there is no envelope
/// and the body is empty or null. Default: fail.
public enum AbsentListOption: OptionKey {
  /// What an absent list means.
  public enum Meaning: Sendable, Hashable {
    /// The response is not what the call expects: it ends at stage mapping.
    case fault
    /// The list has no elements.
    case empty
  }

  /// The name in tables and reports: `absentList`.
  public static let name = "absentList"
  /// An absent list is a fault.
  public static let defaultValue = Meaning.fault
  /// False: it is about one response.
  public static let isInherited = false
}

/// The coder of a row or a call. It replaces the coder of the client.
public enum CoderOption: OptionKey {
  /// The name in tables and reports: `coder`.
  public static let name = "coder"
  /// Nil: the coder of the client applies.
  public static let defaultValue: AnyCoder? = nil
  /// False: it is about one response.
  public static let isInherited = false
}

/// A coder as the value of an option. Two values are equal if their coders have the same type.
public struct AnyCoder: Sendable, Equatable, CustomStringConvertible {
  /// The coder.
  public let coder: any Coder

  /// Wraps a coder.
  public init(_ coder: any Coder) { self.coder = coder }

  /// Whether both coders have the same type.
  public static func == (left: AnyCoder, right: AnyCoder) -> Bool { type(of: left.coder) == type(of: right.coder) }

  /// The name of the coder's type.
  public var description: String { String(describing: type(of: coder)) }
}

/// How the query of a row or a call is written. It replaces the encoder of the client.
public enum QueryEncoding: OptionKey {
  /// The name in tables and reports: `queryEncoding`.
  public static let name = "queryEncoding"
  /// Nil: the encoder of the client applies.
  public static let defaultValue: QueryEncoder? = nil
}

/// The media types that a successful response with a body may have. Default: any.
///
/// Parameters and case do not matter. A response of another type, or without a type, ends the call at stage mapping with
/// ``UnexpectedMediaType``.
public enum AcceptedMediaTypes: OptionKey {
  /// The name in tables and reports: `acceptedMediaTypes`.
  public static let name = "acceptedMediaTypes"
  /// Empty: any media type.
  public static let defaultValue: Set<String> = []
  /// False: it is about one response.
  public static let isInherited = false
}

/// A successful response has a media type that its call does not accept: see ``AcceptedMediaTypes``.
public struct UnexpectedMediaType: SafelyDescribed, Equatable {
  /// The media type of the response, without parameters; nil if it has none.
  public let mediaType: String?

  /// One line, safe to log.
  public var description: String {
    guard let mediaType else { return "the response does not say its media type" }
    return "the response has another media type: \(Redaction.escaped(Redaction.shortened(mediaType, to: 64)))"
  }

  init?(_ contentType: @autoclosure () -> String?, accepted: Set<String>) {
    guard !accepted.isEmpty else { return nil }
    let mediaType = contentType()?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard !accepted.contains(where: { $0.lowercased() == mediaType }) else { return nil }
    self.mediaType = mediaType
  }
}

/// Whether status 304 is a success of this call, because the call is conditional.
enum AcceptsNotModified: OptionKey {
  static let name = "acceptsNotModified"
  static let defaultValue = false
  static let isInherited = false
}

/// The types of a row's error bodies by status: see ``CallError/details(as:)``.
///
/// For a status without a type here, the types of the client apply, unless the map of the row or the call is empty.
public enum ErrorTypes: OptionKey {
  /// Types by status. The first entry that covers a status applies.
  public struct Map: Sendable, Equatable, CustomStringConvertible {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Equatable {
      let statuses: StatusSet
      let type: any (Decodable & Error & Sendable).Type
      let envelope: MemberPath

      static func == (left: Entry, right: Entry) -> Bool {
        left.statuses == right.statuses && left.type == right.type && left.envelope == right.envelope
      }
    }

    /// No types.
    public init() {}

    /// Returns this map with one more type, which takes precedence over the others.
    ///
    /// - Parameters:
    ///   - type: the type of the details.
    ///   - statuses: the statuses of the responses.
    ///   - envelope: the place of the details in the body; empty for the top level.
    public func adding<Details: Decodable & Error & Sendable>(
      _ type: Details.Type, for statuses: StatusSet, at envelope: MemberPath = []
    ) -> Map {
      var map = self
      map.entries.insert(Entry(statuses: statuses, type: type, envelope: envelope), at: 0)
      return map
    }

    func place(for status: Int) -> (type: any (Decodable & Error & Sendable).Type, envelope: MemberPath)? {
      entries.first { $0.statuses.contains(status) }.map { ($0.type, $0.envelope) }
    }

    /// Whether there are no types.
    var isEmpty: Bool { entries.isEmpty }

    /// `422:ValidationErrors`.
    public var description: String { entries.map { "\($0.statuses):\($0.type)" }.joined(separator: ",") }
  }

  /// The name in tables and reports: `errors`.
  public static let name = "errors"
  /// No types are declared.
  public static let defaultValue = Map()
  /// False: it is about one response.
  public static let isInherited = false
}

extension Options {
  /// Returns these options with one more type of error bodies, for a model or a row: see ``ScopedCall/errors(_:for:at:)``.
  public func errors<Details: Decodable & Error & Sendable>(
    _ type: Details.Type, for statuses: StatusSet, at envelope: MemberPath = []
  ) -> Options {
    setting(ErrorTypes.self, self[ErrorTypes.self].adding(type, for: statuses, at: envelope))
  }
}
