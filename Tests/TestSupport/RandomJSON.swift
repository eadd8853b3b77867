public import RefineryCore
import RefineryTesting

/// Random documents, the same in every run.
public struct RandomJSON {
  private var random: SeededRandom

  public init(seed: UInt64) { random = SeededRandom(seed: seed) }

  public mutating func next(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  public mutating func value(depth: Int = 4, nulls: Bool = true) -> JSONValue {
    switch next(below: depth > 0 ? 9 : 6) {
    case 0: return nulls ? .null : .bool(false)
    case 1: return .bool(next(below: 2) == 0)
    case 2: return .number(next(below: 5))
    case 3:
      return JSONValue.Number(["1.0", "1e0", "0.5", "-2", "18446744073709551616"][next(below: 5)]).map(JSONValue.number) ?? 0
    case 4: return .string(["a", "b", "", "~/", "é", "e\u{301}"][next(below: 6)])
    case 5: return .string("t\(next(below: 50))")
    case 6: return .array((0..<next(below: 6)).map { _ in value(depth: depth - 1, nulls: nulls) })
    default: return object(depth: depth, nulls: nulls)
    }
  }

  public mutating func object(depth: Int = 4, nulls: Bool = true) -> JSONValue {
    let keys = ["a", "b", "c", "a/b", "m~n", "", "0", "-"]
    return .object((0..<next(below: 6)).map { _ in (keys[next(below: keys.count)], value(depth: depth - 1, nulls: nulls)) })
  }

  /// The document with a few changes anywhere in it.
  public mutating func changed(_ json: JSONValue, depth: Int = 4, nulls: Bool = true) -> JSONValue {
    switch json {
    case .array(var elements):
      for _ in 0..<next(below: 3) {
        switch next(below: 3) {
        case 0: elements.insert(value(depth: depth - 1, nulls: nulls), at: next(below: elements.count + 1))
        case 1 where !elements.isEmpty: elements.remove(at: next(below: elements.count))
        case 2 where !elements.isEmpty:
          let index = next(below: elements.count)
          elements[index] = changed(elements[index], depth: depth - 1, nulls: nulls)
        default: break
        }
      }
      return .array(elements)
    case .object(var object):
      for key in object.keys {
        switch next(below: 5) {
        case 0: object[key] = nil
        case 1: object[key] = changed(object[key] ?? .null, depth: depth - 1, nulls: nulls)
        default: break
        }
      }
      if next(below: 3) == 0 { object["new"] = value(depth: depth - 1, nulls: nulls) }
      return .object(object)
    default:
      return value(depth: depth, nulls: nulls)
    }
  }
}
