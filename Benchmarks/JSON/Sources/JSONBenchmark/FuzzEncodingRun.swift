import FoundationEssentials
import RefineryJSON

/// Compares the two encoders on generated models.
struct EncodingFuzzer {
  private enum Result: Equatable {
    case document([UInt8])
    case failure(String, path: [String])

    init(_ body: () throws -> Data) {
      do {
        self = .document([UInt8](try body()))
      } catch EncodingError.invalidValue(_, let context) {
        self = .failure("invalid", path: context.codingPath.map(\.stringValue))
      } catch {
        self = .failure("\(error)", path: [])
      }
    }
  }

  private var documents = 0
  private var failures = 0
  private var listed: [String: Int] = [:]
  private var differences = 0
  private var smallest: [String] = []

  mutating func run(seed: UInt64, count: Int) {
    var maker = DeedMaker(random: Seeded(seed))
    var (foundation, refinery) = encoders(&maker.random)
    for index in 0..<count {
      // One encoder writes several documents, so that the objects it keeps for the next document are tested, too.
      if index % 5 == 0 { (foundation, refinery) = encoders(&maker.random) }
      let model = maker.deed(4)
      let one = Result { try foundation.encode(model) }
      compare(model, one, Result { try refinery.encode(model) })
      if case .document(let bytes) = one, maker.random.chance(3) { compareUnsorted(model, bytes, refinery) }
    }
    for difference in smallest { print(difference) }
    print("\(count) cases: \(documents) documents, \(failures) failures")
    print("listed differences \(listed.sorted { $0.key < $1.key }), other differences \(differences)")
  }

  private func encoders(_ random: inout Seeded) -> (JSONEncoder, JSONModelEncoder) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    if random.chance(3) { encoder.outputFormatting.insert(.prettyPrinted) }
    if random.chance(2) { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
    encoder.dateEncodingStrategy = random.pick([
      .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970, .custom { _, _ in },
      .custom { date, encoder in
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(date.timeIntervalSince1970, forKey: Name("zeit"))
        try container.encode("/", forKey: Name("Ort"))
      },
    ])
    encoder.keyEncodingStrategy = random.pick([
      .useDefaultKeys, .useDefaultKeys, .convertToSnakeCase,
      .custom { path in Name(String((path.last?.stringValue ?? "").reversed())) },
      .custom { path in Name((path.last?.stringValue ?? "").lowercased()) },
    ])
    encoder.dataEncodingStrategy = random.pick([
      .base64, .base64, .deferredToData, .custom { data, encoder in try data.count.encode(to: encoder) },
    ])
    encoder.nonConformingFloatEncodingStrategy = random.pick([
      .throw, .convertToString(positiveInfinity: "inf/", negativeInfinity: "-\"inf\"", nan: ""),
    ])
    var ours = JSONModelEncoder()
    ours.outputFormatting = encoder.outputFormatting
    ours.dateEncodingStrategy = encoder.dateEncodingStrategy
    ours.keyEncodingStrategy = encoder.keyEncodingStrategy
    ours.dataEncodingStrategy = encoder.dataEncodingStrategy
    ours.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    return (encoder, ours)
  }

  private mutating func compare(_ model: Deed, _ one: Result, _ two: Result) {
    if case .document = two { documents += 1 } else { failures += 1 }
    guard one != two else { return }
    switch (one, two) {
    case (.failure(let kind, let path), .failure(let same, let other)) where kind == same && path.isPart(of: other):
      listed["a path with every step", default: 0] += 1
    case (_, .failure("invalid", _)) where "\(model)".contains("decimal(NaN)"):
      listed["decimal NaN", default: 0] += 1
    case (.failure, .failure) where "\(model)".contains("dictionary("):
      listed["another of several errors in a dictionary", default: 0] += 1
    default: report(model, one, two)
    }
  }

  /// Unsorted output must have the same bytes in another order.
  private mutating func compareUnsorted(_ model: Deed, _ sorted: [UInt8], _ encoder: JSONModelEncoder) {
    var encoder = encoder
    encoder.outputFormatting.remove(.sortedKeys)
    _ = try? encoder.encode(model)
    let result = Result { try encoder.encode(model) }
    if case .document(let bytes) = result, bytes.sorted() == sorted.sorted(), Self.isDocument(bytes) { return }
    if case .failure = result, "\(model)".contains("decimal(NaN)") { return }
    report(model, .document(sorted), result)
  }

  private static func isDocument(_ bytes: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(Ignored.self, from: Data(bytes))) != nil
  }

  /// Keeps the smallest models, which are the most useful.
  private mutating func report(_ model: Deed, _ one: Result, _ two: Result) {
    differences += 1
    let description = "\(model)".replacing("json_benchmark.", with: "").replacing("KeyedStep.", with: "")
    smallest.append("DIFFERENCE \(description)\n  Foundation \(Self.text(one))\n  Refinery   \(Self.text(two))")
    smallest.sort { $0.utf8.count < $1.utf8.count }
    smallest = Array(smallest.prefix(6))
  }

  private static func text(_ result: Result) -> String {
    if case .document(let bytes) = result { return String(decoding: bytes, as: UTF8.self).debugDescription }
    return "\(result)"
  }
}

/// Any document.
private struct Ignored: Decodable {
  init(from decoder: any Decoder) throws {}
}

extension [String] {
  /// Whether another list contains all elements of this one in the same order.
  fileprivate func isPart(of other: [String]) -> Bool {
    var rest = self[...]
    for element in other where element == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
