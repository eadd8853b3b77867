import FoundationEssentials
import RefineryCore
import RefineryJSON

/// Finds out what a `Decodable` type reads, by running its `init(from:)` with made-up values.
///
/// The first run answers every question. Each member is then left out, is null and has the wrong type, in runs of their own,
/// so that the result is what the type accepts and not how it asks. A type that throws at a made-up value is known as far as it
/// came. No type is entered twice, so types that contain themselves end.
final class ShapeProbe {
  enum Shape {
    /// The type reads one value of one of these types.
    case single([any Any.Type], isNullable: Bool)
    case object([Member], isPartial: Bool)
    case unknown
  }

  struct Member {
    enum Content {
      /// The types that it may have; none if anything is accepted.
      case types([any Any.Type])
      /// Members that are read in a nested container.
      case object([Member], isPartial: Bool)
    }
    var name: String
    var content: Content
    var isRequired: Bool
    var isNullable: Bool
  }

  /// Made-up values by type; nil for a type that refuses them.
  private var values: [ObjectIdentifier: Any?] = [:]
  private var entered: Set<ObjectIdentifier> = []
  /// Types with more members are known only as far as the first run goes.
  private static let mostTrials = 256

  func shape(of type: any Decodable.Type) -> Shape {
    let first = ShapeRecord()
    let succeeded = run(type, first, Trial())
    if first.isOther || first.singles.count > 0 && !first.members.isEmpty { return .unknown }
    if first.members.isEmpty, !first.singles.isEmpty || first.asksForNull {
      return succeeded ? single(type, first) : .unknown
    }
    if first.members.isEmpty, !succeeded { return .unknown }
    return .object(members(type, first, succeeded), isPartial: !succeeded || first.members.count > Self.mostTrials)
  }

  /// Whether an enumeration accepts a text that is no raw value.
  func readsUnknownText(_ type: any Decodable.Type) -> Bool {
    var trial = Trial()
    trial.text = "refinery: an unknown value"
    return run(type, ShapeRecord(), trial)
  }

  // MARK: Runs

  /// What is different in a run.
  struct Trial {
    var missing: String?
    var null: String?
    /// A member, or nil for the value itself, and the types that are refused.
    var refused: (name: String?, types: [ObjectIdentifier])?
    var text = "1"
  }

  private func run(_ type: any Decodable.Type, _ record: ShapeRecord, _ trial: Trial) -> Bool {
    let id = ObjectIdentifier(type)
    guard entered.insert(id).inserted else { return false }
    defer { entered.remove(id) }
    do {
      _ = try type.init(from: ShapeDecoder(probe: self, record: record, trial: trial))
      return true
    } catch {
      return false
    }
  }

  private func single(_ type: any Decodable.Type, _ first: ShapeRecord) -> Shape {
    var types = first.singles
    var trial = Trial()
    // Each further run refuses all types that were accepted.
    while types.count < 5 {
      trial.refused = (nil, types.map { ObjectIdentifier($0) })
      let record = ShapeRecord()
      guard run(type, record, trial) else { break }
      let added = record.singles.filter { known in !types.contains { $0 == known } }
      // It accepts a value of any type, or also an object or a list.
      guard !added.isEmpty, record.members.isEmpty, !record.isOther else { return .unknown }
      types += added
    }
    return types.isEmpty ? .unknown : .single(types, isNullable: first.asksForNull)
  }

  private func members(_ type: any Decodable.Type, _ first: ShapeRecord, _ succeeded: Bool) -> [Member] {
    var found: [Member] = []
    var further: [ShapeRecord] = []
    func accepts(_ trial: Trial) -> ShapeRecord? {
      let record = ShapeRecord()
      guard run(type, record, trial) else { return nil }
      further.append(record)
      return record
    }
    for (index, asked) in first.members.enumerated() {
      var member = asked.member
      if succeeded, index < Self.mostTrials {
        var (missing, null, refused) = (Trial(), Trial(), Trial())
        missing.missing = member.name
        null.null = member.name
        member.isRequired = accepts(missing) == nil
        member.isNullable = accepts(null) != nil
        if case .types(let types) = member.content {
          refused.refused = (member.name, types.map { ObjectIdentifier($0) })
          if let record = accepts(refused) {
            let others = record.members.first { $0.member.name == member.name }?.types ?? []
            let added = others.filter { other in !types.contains { $0 == other } }
            member.content = .types(added.isEmpty ? [] : types + added)
          }
        }
      }
      found.append(member)
    }
    // Members that are read only if another one is missing.
    var names = Set(found.map(\.name))
    for record in further {
      for asked in record.members where names.insert(asked.member.name).inserted {
        var member = asked.member
        (member.isRequired, member.isNullable) = (false, true)
        found.append(member)
      }
    }
    return found
  }

  // MARK: Made-up values

  /// A value of a type.
  func value<Value: Decodable>(_ type: Value.Type, _ trial: Trial = Trial()) throws -> Value {
    if type == String.self, let text = trial.text as? Value { return text }
    let id = ObjectIdentifier(type)
    if let known = values[id] {
      guard let value = known as? Value else { throw Refusal() }
      return value
    }
    let made = try? make(type)
    // A type that is being entered may give a value later.
    if made != nil || entered.isEmpty || !entered.contains(id) { values[id] = .some(made) }
    guard let made else { throw Refusal() }
    return made
  }

  private func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = simple(type) as? Value { return value }
    let id = ObjectIdentifier(type)
    guard entered.count < 64, entered.insert(id).inserted else { throw Refusal() }
    defer { entered.remove(id) }
    return try Value(from: ShapeDecoder(probe: self, record: ShapeRecord(), trial: Trial()))
  }

  /// A value of a type without members.
  private func simple(_ type: any Any.Type) -> Any? {
    switch ModelShape.of(type) {
    case .optional, .list, .dictionary: return (type as? any EmptyValue.Type)?.emptyValue
    case .text where type == UUID.self: return UUID()
    case .text where type == URL.self: return URL(string: "https://example.com")
    case .text: return CalendarDate(year: 2026, month: 1, day: 1)
    case .date: return Date(timeIntervalSince1970: 0)
    case .data: return Data()
    case .any: return JSONValue.null
    case .number where type == Decimal.self: return Decimal(1)
    case .number: return type == Float.self ? Float(1) : Double(1)
    case .integer: return (type as? any FixedWidthInteger.Type).map { one(of: $0) }
    case .boolean: return true
    default: return RawShape.firstValue(of: type)
    }
  }

  private func one(of type: any FixedWidthInteger.Type) -> Any {
    func one<Number: FixedWidthInteger>(_ type: Number.Type) -> Any { Number(1) }
    return one(type)
  }

  /// No value can be made up.
  struct Refusal: Error {}
}

/// A type that has a value without content.
private protocol EmptyValue {
  static var emptyValue: Any { get }
}

extension Optional: EmptyValue { fileprivate static var emptyValue: Any { Wrapped?.none as Any } }
extension Array: EmptyValue { fileprivate static var emptyValue: Any { [Element]() } }
extension Set: EmptyValue { fileprivate static var emptyValue: Any { Set<Element>() } }
extension Dictionary: EmptyValue { fileprivate static var emptyValue: Any { [Key: Value]() } }
extension Field: EmptyValue { fileprivate static var emptyValue: Any { Field<Value>.absent } }

/// What a type asked for.
final class ShapeRecord {
  struct Asked {
    var name: String
    var types: [any Any.Type] = []
    var nested: ShapeRecord?
    var isRequired: Bool

    var member: ShapeProbe.Member {
      let content: ShapeProbe.Member.Content =
        nested.map { record in
          record.isOther ? .types([]) : .object(record.members.map(\.member), isPartial: true)
        } ?? .types(types)
      return ShapeProbe.Member(name: name, content: content, isRequired: isRequired, isNullable: !isRequired)
    }
  }

  private(set) var members: [Asked] = []
  private var places: [String: Int] = [:]
  private(set) var singles: [any Any.Type] = []
  var asksForNull = false
  /// Whether it asked in a way that no schema shows, such as for a list.
  var isOther = false

  func ask(_ name: String, _ type: (any Any.Type)?, isRequired: Bool, nested: ShapeRecord? = nil) {
    let place = places[name] ?? members.count
    if place == members.count {
      places[name] = place
      members.append(Asked(name: name, isRequired: isRequired))
    }
    members[place].nested = nested ?? members[place].nested
    members[place].isRequired = members[place].isRequired || isRequired
    if let type, !members[place].types.contains(where: { $0 == type }) { members[place].types.append(type) }
  }

  func askSingle(_ type: any Any.Type) {
    if !singles.contains(where: { $0 == type }) { singles.append(type) }
  }
}
