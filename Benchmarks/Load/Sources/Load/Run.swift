import Foundation
import Reports

/// One slice with its round and its measurement.
struct Turn: Codable {
  let round: Int
  let cell: Cell
  let client: ClientKind
  let measurement: Measurement
}

/// Every client's turns at every cell, interleaved so that a slow minute of the machine affects all clients.
struct Run {
  let cells: [Cell]
  let clients: [ClientKind]
  let rounds: Int
  let seconds: Double
  let plain: String
  let secure: String
  let http2: String
  let authority: String

  /// Takes every turn, each in a separate process.
  ///
  /// - Throws: ``SliceFailure`` for the first turn that fails.
  func turns() throws -> [Turn] {
    var turns: [Turn] = []
    for (index, cell) in cells.enumerated() {
      say("[\(index + 1)/\(cells.count)] \(cell.title)")
      for round in 1...rounds {
        for client in cell.clients where clients.contains(client) {
          let measurement = try measure(slice(client, cell))
          turns.append(Turn(round: round, cell: cell, client: client, measurement: measurement))
          say("  \(round)  \(padded(client.title, 28)) \(measurement.line)")
        }
      }
    }
    return turns
  }

  private func slice(_ client: ClientKind, _ cell: Cell) -> Slice {
    let seconds = seconds * cell.patience
    return Slice(
      client: client, cell: cell, origin: origin(of: cell), authority: authority, warm: seconds / 2, seconds: seconds)
  }

  private func origin(of cell: Cell) -> String {
    switch cell.way {
    case .tls: secure
    case .http2: http2
    case .plain, .gzip, .slow: plain
    }
  }

  private func measure(_ slice: Slice) throws -> Measurement {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    if slice.client == .curl {
      process.executableURL = folder.appending(path: "CurlLoad")
      process.arguments = slice.argumentsOfC
    } else {
      process.executableURL = folder.appending(path: "Load")
      process.arguments = ["slice", String(decoding: try JSONEncoder().encode(slice), as: UTF8.self)]
    }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationReason == .exit, process.terminationStatus == 0 {
      return try JSONDecoder().decode(Measurement.self, from: answer)
    }
    let reason = (try? JSONDecoder().decode(SliceFailure.self, from: answer))?.error
    throw SliceFailure(
      error: "\(slice.client.title), \(slice.cell.title): \(reason ?? "ended by status \(process.terminationStatus)")")
  }
}

extension Measurement {
  fileprivate var line: String {
    "\(padded(left: number(requestsPerSecond), 8)) req/s  \(padded(left: number(cpuPerRequest), 8)) us CPU"
      + "  \(padded(left: number(allocationsPerRequest), 8)) allocations"
  }
}

/// Prints a line immediately, because people watch a run.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
