import Foundation
import Reports

/// The measurements of a run, and the machine they were made on.
struct Results: Codable {
  /// `name=value` for the machine and the measured versions.
  let about: [String]
  let rounds: Int
  let seconds: Double
  let turns: [Turn]

  var cells: [Cell] {
    var seen: Set<Cell> = []
    return turns.map(\.cell).filter { seen.insert($0).inserted }
  }

  func clients(of cell: Cell) -> [ClientKind] {
    let present = Set(turns.filter { $0.cell == cell }.map(\.client))
    return ClientKind.allCases.filter(present.contains)
  }

  /// Returns the median over the rounds.
  func median(_ cell: Cell, _ client: ClientKind, _ value: (Measurement) -> Double) -> Double {
    turns.filter { $0.cell == cell && $0.client == client }.map { value($0.measurement) }.median
  }

  /// Returns the median of the ratios within each round.
  func ratio(
    _ cell: Cell, _ client: ClientKind, to other: ClientKind, _ value: (Measurement) -> Double
  ) -> Double {
    ratios(cell, client, to: other, value).median
  }

  /// Returns the ratio of each round, the lowest first.
  func ratios(
    _ cell: Cell, _ client: ClientKind, to other: ClientKind, _ value: (Measurement) -> Double
  ) -> [Double] {
    pairs(cell, client, other).map { value($0) / value($1) }.sorted()
  }

  /// Returns the median of the differences within each round.
  func difference(
    _ cell: Cell, _ client: ClientKind, from other: ClientKind, _ value: (Measurement) -> Double
  ) -> Double {
    pairs(cell, client, other).map { value($0) - value($1) }.median
  }

  /// The measurements of two clients in the same rounds.
  private func pairs(_ cell: Cell, _ client: ClientKind, _ other: ClientKind) -> [(Measurement, Measurement)] {
    let theirs = turns.filter { $0.cell == cell && $0.client == other }
    return turns.filter { $0.cell == cell && $0.client == client }.compactMap { turn in
      theirs.first { $0.round == turn.round }.map { (turn.measurement, $0.measurement) }
    }
  }
}

/// A ratio that Refinery promises.
struct Target {
  enum Quantity: String {
    case requests = "requests per second"
    case cpu = "CPU a request"

    func value(_ measurement: Measurement) -> Double {
      self == .requests ? measurement.requestsPerSecond : measurement.cpuPerRequest
    }
  }

  let cell: Cell
  let client: ClientKind
  let other: ClientKind
  let quantity: Quantity
  let bound: Double

  /// Whether the bound is a minimum: more requests are better, and less CPU.
  var isFloor: Bool { quantity == .requests }
  func isMet(by ratio: Double) -> Bool { isFloor ? ratio >= bound : ratio <= bound }

  static let all = [
    Target(cell: .small16, client: .refineryOnURLSession, other: .urlSession, quantity: .requests, bound: 1.25),
    Target(cell: .small16, client: .refineryOnURLSession, other: .urlSession, quantity: .cpu, bound: 0.85),
    Target(cell: .small16, client: .refineryOnAsyncHTTPClient, other: .asyncHTTPClient, quantity: .cpu, bound: 1.05),
    Target(cell: .small16, client: .refineryOnCurl, other: .curl, quantity: .cpu, bound: 1.5),
    Target(cell: .small16, client: .refineryOnCurlThread, other: .curl, quantity: .cpu, bound: 1.5),
    Target(cell: .small16, client: .refineryOnCurl, other: .asyncHTTPClient, quantity: .cpu, bound: 0.7),
    Target(cell: .small16HTTP2, client: .refineryOnAsyncHTTPClient, other: .asyncHTTPClient, quantity: .requests, bound: 1),
    Target(cell: .small16HTTP2, client: .refineryOnAsyncHTTPClient, other: .asyncHTTPClient, quantity: .cpu, bound: 1),
    Target(cell: .slow256, client: .refineryOnURLSession, other: .urlSession, quantity: .requests, bound: 20),
  ]
}

/// A target with the ratio that was measured.
struct Verdict {
  let target: Target
  /// The ratio of each round, the lowest first.
  let ratios: [Double]
  var ratio: Double { ratios.median }
  var isMet: Bool { target.isMet(by: ratio) }
}

extension Results {
  /// All targets whose clients were measured.
  var verdicts: [Verdict] {
    Target.all.compactMap { target in
      let ratios = ratios(target.cell, target.client, to: target.other, target.quantity.value)
      return ratios.isEmpty ? nil : Verdict(target: target, ratios: ratios)
    }
  }
}
