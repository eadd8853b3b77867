import Reports

/// The measurements of a run, and the machine they were made on.
struct Results: Codable {
  /// `name=value` for the machine and the measured versions.
  let about: [String]
  let rows: [Row]

  var operations: [String] { unique(rows.map(\.operation)) }
  func shapes(of operation: String) -> [String] { unique(rows.filter { $0.operation == operation }.map(\.shape)) }
  /// The others are compared with the first one.
  func contenders(of operation: String) -> [String] {
    unique(rows.filter { $0.operation == operation }.map(\.contender))
  }

  func row(_ operation: String, _ shape: String, _ contender: String) -> Row? {
    rows.first { $0.operation == operation && $0.shape == shape && $0.contender == contender }
  }

  /// Returns the speed relative to Foundation's coder, which comes first: the median of the ratios within each round.
  func ratio(_ operation: String, _ shape: String, _ contender: String) -> Double? {
    guard let first = contenders(of: operation).first, let other = row(operation, shape, first),
      let mine = row(operation, shape, contender)
    else { return nil }
    return zip(other.seconds, mine.seconds).map { $0 / $1 }.median
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

/// A ratio that Refinery promises.
struct Target {
  let operation: String
  let contender: String
  /// One shape, or all of them.
  var shape: String?
  let bound: Double
  /// Shapes to which the target does not apply, with the reason.
  var exceptions: [String: String] = [:]

  static let all = [
    Target(operation: "decode", contender: "JSONModelDecoder", shape: "list 2.3 MB", bound: 4),
    Target(operation: "decode", contender: "JSONReadable", shape: "list 2.3 MB", bound: 12),
    Target(
      operation: "decode", contender: "JSONModelDecoder", bound: 2.5,
      exceptions: [
        "links": "Foundation alone makes a `URL`, which takes three quarters of the time",
        "Base64": "Foundation alone makes `Data`, and with the allocator that takes more than half of the time",
      ]),
    Target(operation: "decode", contender: "JSONModelDecoder", bound: 1),
    Target(operation: "encode", contender: "JSONModelEncoder", shape: "list 2.3 MB", bound: 3),
    Target(operation: "encode", contender: "JSONModelEncoder", bound: 1),
  ]
}

/// A target with the shape that is furthest from it.
struct Verdict {
  let target: Target
  let shape: String
  let ratio: Double
  var isMet: Bool { ratio >= target.bound }
}

extension Results {
  /// All targets whose shapes were measured.
  var verdicts: [Verdict] {
    Target.all.compactMap { target in
      let shapes = target.shape.map { [$0] } ?? shapes(of: target.operation).filter { target.exceptions[$0] == nil }
      return shapes.compactMap { shape in
        ratio(target.operation, shape, target.contender).map { Verdict(target: target, shape: shape, ratio: $0) }
      }.min { $0.ratio < $1.ratio }
    }
  }
}
