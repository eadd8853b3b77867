import Foundation

/// A process of a trial: the same program in another role. Values go in and out as lines of JSON.
///
/// A child ends when its standard input ends. So no child is left behind when this process ends, in whatever way.
final class ChildProcess {
  struct Ended: Error, CustomStringConvertible {
    let role: String
    var description: String { "the process of the \(role) ended without a result" }
  }

  private let role: String
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var buffer = Data()

  init(_ role: String, _ assignment: some Encodable) throws {
    self.role = role
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["sockets", role]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try send(assignment)
  }

  func send(_ value: some Encodable) throws {
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(value) + Data("\n".utf8))
  }

  /// Waits for the next value.
  func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return try JSONDecoder().decode(type, from: buffer[..<end])
      }
      let chunk = output.fileHandleForReading.availableData
      guard !chunk.isEmpty else { throw Ended(role: role) }
      buffer += chunk
    }
  }

  /// Ends the input, which is the end of the child's work.
  func endInput() throws { try input.fileHandleForWriting.close() }

  /// Waits for the end of the process, and returns whether it succeeded.
  func waitForEnd() -> Bool {
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}

/// The other end of ``ChildProcess``: what a child reads and writes.
enum ParentProcess {
  /// Waits for the next value. Ends this process if the parent has ended.
  static func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let line = readLine() else { _exit(1) }
    return try JSONDecoder().decode(type, from: Data(line.utf8))
  }

  static func send(_ value: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value) + Data("\n".utf8))
  }

  /// Ends this process with its result. Its threads and calls end with it, without cleaning up.
  static func end(sending value: some Encodable) -> Never {
    do {
      try send(value)
      _exit(0)
    } catch {
      _exit(1)
    }
  }

  /// Returns when the parent has ended the input, or has itself ended.
  static func waitForEnd() { while readLine() != nil {} }
}
