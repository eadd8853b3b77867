import Foundation
import HTTPTypes
import RefineryCore
import Testing

@testable import RefineryFiles

/// The decisions of resumable uploads, without a client.
struct UploadMachineTests {
  private typealias Machine = UploadMachine

  private static func machine(
    _ proto: ResumableProtocol, size: Int = 100, at offset: Int? = nil,
    _ change: (inout UploadMachine.Settings) -> Void = { _ in }
  ) throws -> UploadMachine {
    var settings = UploadMachine.Settings()
    change(&settings)
    var machine = UploadMachine(proto, size: size, settings: settings)
    guard let offset else { return machine }
    try machine.received(answer(201) { $0.location = "/u" })
    if offset > 0 {
      _ = machine.failed(.lost)
      try machine.received(answer(200) { $0.offset = offset })
    }
    return machine
  }

  private static func answer(_ status: Int = 204, _ change: (inout UploadAnswer) -> Void = { _ in }) -> UploadAnswer {
    var answer = UploadAnswer(status: status)
    change(&answer)
    return answer
  }

  @Test(
    "R07: An upload begins with its creation, or with the question what the server offers or has",
    arguments: ResumableProtocol.allCases)
  func beginning(proto: ResumableProtocol) {
    #expect(Machine(proto, size: 5).step == .create(0..<0))
    #expect(Machine(proto, size: 5, resource: "/u").step == .locate)
    #expect(Machine(proto, size: 5, settings: .init(discovers: true)).step == .discover)
    #expect(Machine(proto, size: 5, resource: "/u", settings: .init(discovers: true)).step == .locate)
    let asks = Machine(proto, size: 5, settings: .init(createsWithContent: true)).step
    #expect(asks == (proto == .tus ? .discover : .create(0..<0)))
    let digests = Machine(proto, size: 5, resource: "/u", settings: .init(checksum: "sha256")).step
    #expect(digests == (proto == .tus ? .discover : .locate))
  }

  @Test("R07: The next part begins where the server is, and is as large as chunk size and limits permit")
  func chunks() throws {
    let cases: [(chunk: Int?, most: Int?, least: Int?, part: Range<Int>)] = [
      (nil, nil, nil, 10..<100), (30, nil, nil, 10..<40), (nil, 25, nil, 10..<35), (30, 25, nil, 10..<35),
      (30, 40, nil, 10..<40),
      (5, nil, 20, 10..<30), (5, 15, 20, 10..<25), (90, nil, nil, 10..<100), (91, nil, nil, 10..<100),
      (.max, nil, nil, 10..<100),
      (30, 0, nil, 10..<11),
    ]
    for item in cases {
      var machine = UploadMachine(.ietf, size: 100, settings: .init(chunkSize: item.chunk))
      try machine.received(
        Self.answer(201) {
          $0.location = "/u"
          $0.limits.maximumAppend = item.most
          $0.limits.minimumAppend = item.least
        })
      _ = machine.failed(.lost)
      try machine.received(Self.answer { $0.offset = 10 })
      #expect(machine.step == .append(item.part), "\(item)")
    }
  }

  @Test("R07: A success of an append is followed by the next part, a question, or the end")
  func appended() throws {
    let cases: [(proto: ResumableProtocol, offset: Int?, isComplete: Bool?, next: UploadMachine.Step)] = [
      (.tus, 40, nil, .append(40..<70)), (.tus, 25, nil, .append(25..<55)), (.tus, nil, nil, .locate),
      (.ietf, 40, false, .append(40..<70)), (.ietf, nil, nil, .append(40..<70)), (.ietf, 25, nil, .append(25..<55)),
    ]
    for item in cases {
      var machine = try Self.machine(item.proto, at: 10) { $0.chunkSize = 30 }
      try machine.received(
        Self.answer {
          $0.offset = item.offset
          $0.isComplete = item.isComplete
        })
      #expect(machine.step == item.next, "\(item)")
      #expect(!machine.mustPause)
    }
  }

  @Test("R07: The last part ends the upload only if the server says so")
  func ending() throws {
    var tus = try Self.machine(.tus, at: 10)
    #expect(tus.isLast && tus.completes(Self.answer { $0.offset = 100 }) && !tus.completes(Self.answer { $0.offset = 99 }))
    try tus.received(Self.answer { $0.offset = 100 })
    #expect(tus.step == .finished)

    var ietf = try Self.machine(.ietf, at: 10)
    #expect(
      ietf.isLast && ietf.completes(Self.answer { $0.isComplete = true }) && !ietf.completes(Self.answer { $0.offset = 100 }))
    var silent = ietf
    try ietf.received(Self.answer { $0.isComplete = true })
    #expect(ietf.step == .finished)
    // Success without Upload-Complete: the server is asked, and told the end again if it is not complete.
    try silent.received(Self.answer())
    #expect(silent.step == .locate && silent.mustPause)
    var lost = silent
    try silent.received(
      Self.answer {
        $0.offset = 100
        $0.isComplete = false
      })
    #expect(silent.step == .append(100..<100) && silent.isLast)
    try lost.received(
      Self.answer {
        $0.offset = 100
        $0.isComplete = true
      })
    #expect(lost.step == .finished && lost.offset == 100)
  }

  @Test("R07: A file of just the smallest and the largest size is sent")
  func limitsThemselves() throws {
    var machine = try Self.machine(.ietf)
    try machine.received(
      Self.answer {
        ($0.location, $0.offset, $0.isComplete) = ("/upload", 0, false)
        ($0.limits.minimumSize, $0.limits.maximumSize) = (100, 100)
      })
    #expect(machine.step != .finished)
  }

  @Test("R07: Limits do not apply to a complete upload", arguments: ResumableProtocol.allCases)
  func limitsAtTheEnd(proto: ResumableProtocol) throws {
    let complete = Self.answer {
      ($0.offset, $0.isComplete) = (100, proto == .ietf ? true : nil)
      $0.limits.maximumSize = 99
      $0.limits.minimumSize = 101
    }
    var appending = try Self.machine(proto, at: 10)
    try appending.received(complete)
    #expect(appending.step == .finished)
    var locating = try Self.machine(proto, at: 10)
    _ = locating.failed(.lost)
    try locating.received(complete)
    #expect(locating.step == .finished)
  }

  @Test("R07: A server that responds with success and takes nothing is given up", arguments: ResumableProtocol.allCases)
  func stalled(proto: ResumableProtocol) throws {
    var machine = try Self.machine(proto, at: 10) { $0.retries = 3 }
    let nothing = Self.answer { $0.offset = 10 }
    for _ in 0..<3 { try machine.received(nothing) }
    #expect(machine.mustPause)
    #expect(throws: UploadFault.stalled(offset: 10)) { try machine.received(nothing) }
  }

  @Test("R07: A server that takes nothing is given up, also if it confirms each part without an offset")
  func unconfirmed() throws {
    var machine = try Self.machine(.tus, at: 0) { $0.retries = 3 }
    for _ in 0..<3 {
      try machine.received(Self.answer())
      try machine.received(Self.answer { $0.offset = 0 })
      #expect(machine.mustPause && machine.step == .append(0..<100))
    }
    try machine.received(Self.answer())
    #expect(throws: UploadFault.stalled(offset: 0)) { try machine.received(Self.answer { $0.offset = 0 }) }
  }

  @Test("R07: A server that takes each part and confirms it without an offset makes progress")
  func confirmedByQuestion() throws {
    var machine = try Self.machine(.tus, at: 0) { ($0.retries, $0.chunkSize) = (0, 25) }
    for offset in [25, 50, 75, 100] {
      try machine.received(Self.answer())
      #expect(machine.step == .locate && !machine.mustPause)
      try machine.received(Self.answer { $0.offset = offset })
      #expect(!machine.mustPause && machine.failures == 0)
    }
    #expect(machine.step == .finished)
  }

  @Test("R07: Responses that do not follow the protocol are faults")
  func faults() throws {
    typealias Case = (machine: UploadMachine, answer: UploadAnswer, fault: UploadFault)
    var locating = try Self.machine(.tus, at: 10)
    _ = locating.failed(.lost)
    var ietf = try Self.machine(.ietf, at: 10)
    _ = ietf.failed(.lost)
    let cases: [Case] = [
      (try Self.machine(.tus), Self.answer(201), .malformedField("Location")),
      (try Self.machine(.ietf), Self.answer(200), .malformedField("Location")),
      (locating, Self.answer(), .malformedField("Upload-Offset")),
      (locating, Self.answer { $0.offset = 101 }, .wrongOffset(101)),
      (locating, Self.answer { ($0.offset, $0.length) = (20, 99) }, .wrongLength(99)),
      (ietf, Self.answer { ($0.offset, $0.isComplete) = (20, true) }, .wrongLength(20)),
      (try Self.machine(.tus, at: 10), Self.answer { $0.offset = 9 }, .wrongOffset(9)),
      (try Self.machine(.tus, at: 10), Self.answer { $0.offset = 101 }, .wrongOffset(101)),
      (try Self.machine(.ietf, at: 10), Self.answer { ($0.offset, $0.isComplete) = (5, false) }, .wrongOffset(5)),
      (try Self.machine(.ietf), Self.answer { $0.limits.maximumSize = 99 }, .tooLarge(limit: 99)),
      (try Self.machine(.ietf), Self.answer { $0.limits.minimumSize = 101 }, .tooSmall(limit: 101)),
      (
        try Self.machine(.tus) { $0.discovers = true }, Self.answer { $0.versions = ["0.2.2"] },
        .unsupported("it does not offer tus 1.0.0")
      ),
      (
        try Self.machine(.tus) { $0.discovers = true },
        Self.answer { ($0.versions, $0.extensions) = (["1.0.0"], ["expiration"]) },
        .unsupported("it does not offer the extension creation")
      ),
      (
        try Self.machine(.ietf) { $0.discovers = true }, Self.answer { $0.extensions = ["application/*"] },
        .unsupported("it does not accept application/partial-upload")
      ),
    ]
    for item in cases {
      #expect(throws: item.fault) {
        var machine = item.machine
        try machine.received(item.answer)
      }
    }
  }

  @Test("R07: Each failure is followed by the right request, or by the end")
  func failures() throws {
    func status(_ code: Int, isTemporary: Bool = false, _ change: (inout UploadAnswer) -> Void = { _ in })
      -> UploadMachine.Failure
    {
      .status(Self.answer(code, change), isTemporary: isTemporary)
    }
    // Nil: the error is thrown.
    typealias Case = (name: String, machine: UploadMachine, failure: UploadMachine.Failure, next: UploadMachine.Step?)
    func located(_ proto: ResumableProtocol) throws -> UploadMachine {
      var machine = try Self.machine(proto, at: 10)
      _ = machine.failed(.lost)
      return machine
    }
    var withContent = try Self.machine(.tus) { ($0.createsWithContent, $0.chunkSize) = (true, 30) }
    try withContent.received(
      Self.answer { ($0.versions, $0.extensions) = (["1.0.0"], ["creation", "creation-with-upload"]) })
    #expect(withContent.step == .create(0..<30))
    let tus = try Self.machine(.tus, at: 10)
    let ietf = try Self.machine(.ietf, at: 10)
    let cases: [Case] = [
      ("a lost creation", try Self.machine(.tus), .lost, .create(0..<0)),
      ("a lost creation of an empty file", try Self.machine(.tus, size: 0), .lost, nil),
      ("the same, repeatable", try Self.machine(.tus, size: 0) { $0.isRepeatable = true }, .lost, .create(0..<0)),
      ("a creation without room", try Self.machine(.ietf), status(503, isTemporary: true), .create(0..<0)),
      ("a refused creation", try Self.machine(.ietf), status(403), nil),
      ("a creation with too much content", withContent, status(413), .create(0..<0)),
      ("a creation that is too large", try Self.machine(.tus), status(413), nil),
      ("a lost offer", try Self.machine(.tus) { $0.discovers = true }, .lost, .discover),
      ("no offer", try Self.machine(.tus) { $0.discovers = true }, status(404), nil),
      ("no offer, and nobody insists", try Self.machine(.tus) { $0.checksum = "md5" }, status(405), .create(0..<0)),
      ("a lost question", try located(.tus), .lost, .locate),
      ("an upload that is gone", try located(.tus), status(404), .create(0..<0)),
      ("an upload that has expired", try located(.ietf), status(410), .create(0..<0)),
      ("tus: forbidden is gone", try located(.tus), status(403), .create(0..<0)),
      ("ietf: forbidden is final", try located(.ietf), status(403), nil),
      ("a locked upload", try located(.tus), status(423), .locate),
      ("a lost part", tus, .lost, .locate),
      ("a server error", tus, status(500, isTemporary: true), .locate),
      ("an error of processing", ietf, status(503, isTemporary: true) { $0.isComplete = true }, nil),
      ("another offset", tus, status(409), .locate),
      ("a wrong checksum", tus, status(460), .locate),
      ("ietf has no 460", ietf, status(460), nil),
      ("a part of nothing", ietf, status(404), .create(0..<0)),
      ("a part that is forbidden", tus, status(403), nil),
      ("a part of another type", tus, status(415), nil),
      ("a small part that is too large", tus, status(413), nil),
      ("no further attempt", tus, .final, nil),
    ]
    for item in cases {
      var machine = item.machine
      #expect(machine.failed(item.failure) == (item.next != nil), "\(item.name)")
      if let next = item.next { #expect(machine.step == next, "\(item.name)") }
    }
    var stays = try Self.machine(.tus, at: 10) { $0.startsAnew = false }
    #expect((!stays.failed(status(404))) == true)
  }

  @Test("R07: A creation that may have brought the whole file is sent again only if the call may be repeated")
  func wholeCreation() throws {
    for isRepeatable in [false, true] {
      var machine = try Self.machine(.tus) { ($0.createsWithContent, $0.isRepeatable) = (true, isRepeatable) }
      try machine.received(Self.answer { ($0.versions, $0.extensions) = (["1.0.0"], ["creation", "creation-with-upload"]) })
      #expect(machine.step == .create(0..<100))
      let goesOn = machine.failed(.lost)
      #expect(goesOn == isRepeatable)
    }
  }

  @Test("R07: A creation with content whose response has no offset is followed by the question")
  func creationWithoutOffset() throws {
    var machine = try Self.machine(.tus) { ($0.createsWithContent, $0.chunkSize) = (true, 30) }
    try machine.received(Self.answer { ($0.versions, $0.extensions) = (["1.0.0"], ["creation", "creation-with-upload"]) })
    try machine.received(Self.answer(201) { $0.location = "/u" })
    #expect(machine.step == .locate && machine.resource == "/u")
  }

  @Test("R07: A server that offers no creation can still have an upload that goes on")
  func withoutCreation() throws {
    var machine = UploadMachine(.tus, size: 100, resource: "/u", settings: .init(checksum: "md5"))
    try machine.received(
      Self.answer {
        ($0.versions, $0.extensions, $0.checksums) = (["1.0.0"], ["checksum"], ["md5"])
      })
    #expect(machine.step == .locate && machine.sendsDigests)
  }

  @Test("R07: A server of tus that offers nothing, or names no version, gets an upload without what it does not offer")
  func silentServer() throws {
    func machine(_ change: (inout UploadAnswer) -> Void) throws -> UploadMachine {
      var machine = try Self.machine(.tus) {
        ($0.discovers, $0.createsWithContent, $0.checksum, $0.chunkSize) = (true, true, "md5", 30)
      }
      try machine.received(Self.answer(204, change))
      return machine
    }
    let silent = try machine { _ in }
    #expect(silent.step == .create(0..<0) && !silent.sendsDigests)
    let partly = try machine { ($0.extensions, $0.checksums) = (["creation", "creation-with-upload", "checksum"], ["md5"]) }
    #expect(partly.step == .create(0..<30) && partly.sendsDigests)
    #expect(throws: UploadFault.self) { try machine { $0.extensions = ["expiration"] } }
    #expect(throws: UploadFault.self) { try machine { $0.versions = ["1.0.0"] } }
  }

  @Test(
    "R07: 404 or 410 for a part is no success and no reason to ask: the upload starts anew, after a wait",
    arguments: ResumableProtocol.allCases, [404, 410])
  func partOfNothing(proto: ResumableProtocol, status: Int) throws {
    for offset in [0, 10] {
      var machine = try Self.machine(proto, at: offset)
      let goesOn = machine.failed(.status(Self.answer(status), isTemporary: false))
      #expect(goesOn && machine.step == .create(0..<0) && machine.mustPause)
      #expect(machine.resource == nil && machine.offset == 0)
    }
    var impatient = try Self.machine(proto, at: 10) { $0.retries = 0 }
    let goesOn = impatient.failed(.status(Self.answer(status), isTemporary: false))
    #expect(!goesOn)
  }

  @Test("R07: A byte of an upload that starts anew is progress, however far the former one came")
  func progressAnew() throws {
    var machine = try Self.machine(.tus, at: 50)
    #expect((machine.failed(.status(Self.answer(404), isTemporary: false))) == true)
    #expect(machine.failures == 1)
    try machine.received(Self.answer(201) { $0.location = "/v" })
    try machine.received(Self.answer { $0.offset = 1 })
    #expect(machine.failures == 0)
  }

  @Test("R07: An upload expires when the last response that says it says so")
  func expiration() throws {
    var machine = try Self.machine(.tus) { $0.chunkSize = 10 }
    try machine.received(
      Self.answer(201) {
        $0.location = "/u"
        $0.expires = 100
      })
    for (offset, stated, expected) in [(10, 200, 200), (20, nil, 200), (30, 50, 50)] as [(Int, Double?, Double)] {
      try machine.received(Self.answer { ($0.offset, $0.expires) = (offset, stated) })
      #expect(machine.expires == expected)
    }
  }

  @Test("R07: A part that is too large is made smaller, by the stated limit or by half")
  func shrinking() throws {
    var stated = try Self.machine(.ietf, size: 1_000_000, at: 0)
    #expect((stated.failed(.status(Self.answer(413) { $0.limits.maximumAppend = 100 }, isTemporary: false))) == true)
    try stated.received(Self.answer { $0.offset = 0 })
    #expect(stated.step == .append(0..<100))

    var unknown = try Self.machine(.tus, size: 1_000_000, at: 0)
    var sizes: [Int] = []
    while unknown.failed(.status(Self.answer(413), isTemporary: false)) {
      try unknown.received(Self.answer { $0.offset = 0 })
      if case .append(let range) = unknown.step { sizes.append(range.count) }
    }
    #expect(sizes == [500_000, 250_000, 125_000])

    // Halvings do not count as failures, unless no failure is allowed.
    for (retries, halvings) in [(1, 18), (0, 0)] {
      var large = try Self.machine(.tus, size: 1 << 34, at: 0) { $0.retries = retries }
      var count = 0
      while large.failed(.status(Self.answer(413), isTemporary: false)) {
        count += 1
        try large.received(Self.answer { $0.offset = 0 })
      }
      #expect(count == halvings)
    }

    var limited = try Self.machine(.ietf, size: 1_000_000)
    try limited.received(
      Self.answer(201) {
        $0.location = "/u"
        $0.limits.minimumAppend = 300_000
      })
    #expect((limited.failed(.status(Self.answer(413), isTemporary: false))) == true)
    try limited.received(Self.answer { $0.offset = 0 })
    #expect(limited.step == .append(0..<500_000))
    #expect((limited.failed(.status(Self.answer(413), isTemporary: false))) == false)
  }

  @Test("R07: Failures are counted until the server has more than before; then they count anew")
  func counting() throws {
    var machine = try Self.machine(.tus, at: 10) { $0.retries = 2 }
    func locate(_ offset: Int) throws { try machine.received(Self.answer { $0.offset = offset }) }
    #expect(machine.failed(.lost) && machine.failures == 1)
    try locate(10)
    #expect(machine.failures == 1)
    #expect((machine.failed(.lost)) == true)
    // A server that lost bytes and got them back has made no progress.
    try locate(5)
    #expect(machine.failures == 2 && machine.step == .append(5..<100))
    try locate(11)
    #expect(machine.failures == 0)
    #expect(machine.failed(.lost) && machine.failed(.lost) && !machine.failed(.lost))

    // However far each upload came, there is a limit of uploads that the server loses.
    var losing = try Self.machine(.tus) { $0.retries = 2 }
    var begun = 0
    repeat {
      begun += 1
      try losing.received(Self.answer(201) { $0.location = "/u" })
      try losing.received(Self.answer { $0.offset = 50 })
    } while losing.failed(.status(Self.answer(404), isTemporary: false)) && begun < 10
    #expect(begun == 3)
  }
}
