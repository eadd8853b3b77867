import Foundation
import RefineryContracts
import Testing

/// Many calls and many bytes on every engine, each in a process of its own, so that memory, threads and descriptors are
/// theirs alone.
///
/// The environment changes how many: `REFINERY_CANCELS`, `REFINERY_SOAK_REQUESTS` (or `REFINERY_CALLS`), `REFINERY_LOSSES`,
/// `REFINERY_STREAM_BYTES`.
extension Sockets.SoakTests {
  @Test(
    "calls cancelled at random moments all end, and with CancellationError", .timeLimit(.minutes(20)),
    arguments: Engine.allCases)
  func cancelled(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.cancelCalls(engine) }
    }
    Soak.show(journal)
  }

  @Test(
    "many calls, 256 at once, end without an error; memory, descriptors and threads stay flat",
    .timeLimit(.minutes(60)), arguments: Engine.allCases)
  func many(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.makeCalls(engine) }
    }
    Soak.show(journal)
  }

  @Test(
    "calls whose connections are lost leave no memory, descriptors or threads behind", .timeLimit(.minutes(60)),
    arguments: Engine.allCases)
  func lost(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.loseCalls(engine) }
    }
    Soak.show(journal)
  }

  @Test(
    "many bytes come down in constant memory, though their reader stops for a second", .timeLimit(.minutes(20)),
    arguments: Engine.allCases)
  func down(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.streamDown(engine) }
    }
    Soak.show(journal)
  }

  @Test("many bytes go up in constant memory", .timeLimit(.minutes(20)), arguments: Engine.allCases)
  func up(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.streamUp(engine) }
    }
    Soak.show(journal)
  }

  @Test(
    "L13: what a body of many small chunks costs has a bound, however many there are", .timeLimit(.minutes(20)),
    arguments: Engine.allCases)
  func smallChunks(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.keepSmallChunks(engine) }
    }
    Soak.show(journal)
  }

  @Test("R06: a large file comes down in constant memory", .timeLimit(.minutes(20)), arguments: Engine.allCases)
  func files(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.downloadFiles(engine) }
    }
    Soak.show(journal)
  }

  @Test("R07: a large file goes up in constant memory", .timeLimit(.minutes(20)), arguments: Engine.allCases)
  func uploads(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.uploadFiles(engine) }
    }
    Soak.show(journal)
  }

  @Test("R04: a form with a large file goes up in constant memory", .timeLimit(.minutes(20)), arguments: Engine.allCases)
  func forms(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.sendForms(engine) }
    }
    Soak.show(journal)
  }

  @Test(
    "R05: a large multipart response is read part by part in constant memory", .timeLimit(.minutes(20)),
    arguments: Engine.allCases)
  func parts(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.readParts(engine) }
    }
    Soak.show(journal)
  }
}
