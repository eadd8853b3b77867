import RefineryCore

/// Decides what a resumable upload sends next. It is a value that sends nothing and reads no clock.
struct UploadMachine: Sendable {
  /// One request.
  enum Step: Sendable, Equatable {
    /// Ask for the features of the server (OPTIONS).
    case discover
    /// Create the upload, with this part of the file as content.
    case create(Range<Int>)
    /// Ask how many bytes the server has (HEAD).
    case locate
    /// Send a part of the file (PATCH).
    case append(Range<Int>)
    /// The upload is complete.
    case finished
  }

  /// How a step failed.
  enum Failure: Sendable, Equatable {
    /// There was no response, and another attempt may help.
    case lost
    /// A status that is not a success. `isTemporary`: another attempt may help.
    case status(UploadAnswer, isTemporary: Bool)
    /// No further attempt can help.
    case final
  }

  struct Settings: Sendable, Equatable {
    var chunkSize: Int?
    var discovers = false
    var createsWithContent = false
    var startsAnew = true
    /// How many steps in a row may fail; nil for no limit.
    var retries: Int? = 10
    /// Whether the call declares that a whole upload may be made twice.
    var isRepeatable = false
    /// The name of the digest in tus.
    var checksum: String?
  }

  /// The smallest chunk size. If the server refuses a chunk with 413 and states no limit, the chunks get smaller, but not below
  /// this size; then the upload fails.
  static let smallestChunk = 64 * 1024

  let proto: ResumableProtocol
  let size: Int
  private(set) var settings: Settings
  private(set) var step: Step
  /// The URL of the upload as the server wrote it.
  private(set) var resource: String?
  /// How many bytes the server is known to have.
  private(set) var offset = 0
  /// The largest offset so far. Only a larger offset is progress.
  private var best = 0
  /// Whether the response to the last part was a success without an offset, and the server has not stated its offset since.
  private var isUnconfirmed = false
  /// How many steps in a row failed or transferred no byte.
  private(set) var failures = 0
  private var restarts = 0
  private(set) var limits = UploadLimits()
  private(set) var expires: Double?
  /// Whether digests are sent.
  private(set) var sendsDigests: Bool
  /// Whether the last step failed or transferred no byte, so that the next request must wait.
  private(set) var mustPause = false
  private var offersContent = false

  init(_ proto: ResumableProtocol, size: Int, resource: String? = nil, settings: Settings = Settings()) {
    self.proto = proto
    self.size = size
    self.settings = settings
    self.resource = resource
    let needsOffer = proto == .tus && (settings.checksum != nil || settings.createsWithContent && resource == nil)
    sendsDigests = proto == .ietf
    step = settings.discovers && resource == nil || needsOffer ? .discover : .finished
    if step != .discover { begin() }
  }

  /// Whether the current step sends the last byte.
  var isLast: Bool {
    switch step {
    case .create(let range), .append(let range): range.upperBound == size
    default: false
    }
  }

  /// Whether this successful response to the current step ends the upload. It then contains the output of the call.
  func completes(_ answer: UploadAnswer) -> Bool {
    guard isLast else { return false }
    switch (proto, step) {
    case (.tus, .create) where size == 0: return true
    case (.tus, _): return answer.offset == size
    case (.ietf, .create): return answer.isComplete != false
    case (.ietf, _): return answer.isComplete == true
    }
  }

  /// Whether this response says that the server has the whole file. The limits then no longer matter.
  private func locatesEnd(_ answer: UploadAnswer) -> Bool {
    step == .locate && (proto == .tus ? answer.offset == size : answer.isComplete == true)
  }

  /// Processes a successful response to the current step.
  mutating func received(_ answer: UploadAnswer) throws(UploadFault) {
    mustPause = false
    limits.merge(answer.limits)
    expires = answer.expires ?? expires
    if case .create = step { resource = answer.location }
    if completes(answer) {
      offset = size
      return step = .finished
    }
    if !locatesEnd(answer) {
      if let limit = limits.maximumSize, size > limit { throw UploadFault.tooLarge(limit: limit) }
      if let limit = limits.minimumSize, size < limit { throw UploadFault.tooSmall(limit: limit) }
    }
    switch step {
    case .discover:
      try discovered(answer)
    case .create(let content):
      guard resource != nil else { throw UploadFault.malformedField("Location") }
      guard let offset = content.isEmpty ? 0 : answer.offset else { return step = .locate }
      try reached(offset, of: content)
    case .locate:
      guard let offset = answer.offset else { throw UploadFault.malformedField("Upload-Offset") }
      if let length = answer.length, length != size { throw UploadFault.wrongLength(length) }
      guard offset <= size else { throw UploadFault.wrongOffset(offset) }
      if answer.isComplete == true {
        guard offset == size else { throw UploadFault.wrongLength(offset) }
        self.offset = size
        return step = .finished
      }
      let isStalled = isUnconfirmed && offset <= best
      isUnconfirmed = false
      try reached(offset, of: 0..<size)
      if isStalled { try stall() }
    case .append(let range):
      // In the IETF protocol, a response may have no offset. A success then means that the server received all of the content.
      guard let offset = answer.offset ?? (proto == .ietf ? range.upperBound : nil) else {
        isUnconfirmed = true
        return step = .locate
      }
      try reached(offset, of: range)
      // The server has every byte, but has not said that the upload is complete, so the next request asks the server.
      if offset == size, step != .finished { step = .locate }
      if offset == range.lowerBound || offset == size, step != .finished { try stall() }
    case .finished:
      break
    }
  }

  /// Processes the failure of the current step. Returns false if the failure ends the upload.
  mutating func failed(_ failure: Failure) -> Bool {
    mustPause = true
    // This failure is counted, so the earlier success without an offset need not be counted.
    isUnconfirmed = false
    switch (step, failure) {
    case (_, .final), (.finished, _):
      return false
    case (.discover, .lost), (.discover, .status(_, isTemporary: true)):
      return mayTryAgain()
    case (.discover, .status) where !settings.discovers:
      // The caller did not set `discovers`, so the upload can continue without the optional extensions.
      mustPause = false
      begin()
      return true
    case (.create(let content), .lost), (.create(let content), .status(_, isTemporary: true)):
      // Creating the upload again makes another upload at the server. This is harmless, unless the server may have received the
      // whole file.
      guard content.upperBound < size || settings.isRepeatable else { return false }
      return mayTryAgain()
    case (.create(let content), .status(let answer, _)) where answer.status == 413 && !content.isEmpty:
      settings.createsWithContent = false
      begin()
      return mayTryAgain()
    case (.locate, .lost), (.locate, .status(_, isTemporary: true)):
      return mayTryAgain()
    case (.locate, .status(let answer, _)):
      switch answer.status {
      case 404, 410: return mayStartAnew()
      case 403 where proto == .tus: return mayStartAnew()
      case 409, 423: return mayTryAgain()
      default: return false
      }
    case (.append, .lost):
      step = .locate
      return mayTryAgain()
    case (.append(let range), .status(let answer, let isTemporary)):
      // The server received everything, and failed after that. Sending again does not help.
      if answer.isComplete == true { return false }
      switch answer.status {
      case 404, 410: return mayStartAnew()
      case 413:
        let chunkSize = settings.chunkSize ?? .max
        guard shrink(range, answer.limits) else { return false }
        // Halving ends at the smallest chunk, so it does not count as a failure. A large file may need many halvings.
        if settings.chunkSize ?? .max < chunkSize, settings.retries != 0 {
          step = .locate
          return true
        }
      case 409, 423: break
      case 460 where proto == .tus: break
      default: if !isTemporary { return false }
      }
      step = .locate
      return mayTryAgain()
    case (.discover, .status), (.create, .status):
      return false
    }
  }

  private mutating func discovered(_ answer: UploadAnswer) throws(UploadFault) {
    let extensions = answer.extensions ?? []
    switch proto {
    case .tus:
      // Some tus servers state neither. Then the upload uses no optional extension.
      let isSilent = answer.versions == nil && answer.extensions == nil
      guard answer.versions?.contains("1.0.0") ?? true else { throw UploadFault.unsupported("it does not offer tus 1.0.0") }
      guard resource != nil || isSilent || extensions.contains("creation") else {
        throw UploadFault.unsupported("it does not offer the extension creation")
      }
      offersContent = extensions.contains("creation-with-upload")
      sendsDigests =
        extensions.contains("checksum") && settings.checksum.map { answer.checksums?.contains($0) == true } ?? false
    case .ietf:
      guard extensions.contains("application/partial-upload") else {
        throw UploadFault.unsupported("it does not accept application/partial-upload")
      }
    }
    begin()
  }

  /// Begins the first step after the discovery.
  private mutating func begin() {
    guard resource == nil else { return step = .locate }
    let isWhole = size == 0
    step = .create(0..<(settings.createsWithContent && offersContent && !isWhole ? chunk(from: 0).upperBound : 0))
  }

  private mutating func reached(_ offset: Int, of range: Range<Int>) throws(UploadFault) {
    guard offset >= range.lowerBound, offset <= range.upperBound else { throw UploadFault.wrongOffset(offset) }
    self.offset = offset
    if offset > best {
      best = offset
      failures = 0
    }
    step = offset == size && proto == .tus ? .finished : .append(chunk(from: offset))
  }

  /// The next part of the file, within the limits.
  private func chunk(from start: Int) -> Range<Int> {
    let most = min(settings.chunkSize ?? .max, limits.maximumAppend ?? .max)
    let least = min(limits.minimumAppend ?? 1, limits.maximumAppend ?? .max)
    let count = max(most, least, 1)
    return start..<(size - start <= count ? size : start + count)
  }

  /// Makes the next chunks smaller than a chunk that was too large. Returns false if that is not possible.
  private mutating func shrink(_ range: Range<Int>, _ stated: UploadLimits) -> Bool {
    limits.merge(stated)
    if let most = limits.maximumAppend, most > 0, most < range.count { return true }
    let half = range.count / 2
    guard half >= max(limits.minimumAppend ?? 0, Self.smallestChunk) else { return false }
    settings.chunkSize = half
    return true
  }

  private mutating func mayTryAgain() -> Bool {
    failures += 1
    return settings.retries.map { failures <= $0 } ?? true
  }

  private mutating func mayStartAnew() -> Bool {
    restarts += 1
    guard settings.startsAnew, settings.retries.map({ restarts <= $0 }) ?? true else { return false }
    resource = nil
    expires = nil
    (offset, best) = (0, 0)
    begin()
    return mayTryAgain()
  }

  private mutating func stall() throws(UploadFault) {
    mustPause = true
    if !mayTryAgain() { throw UploadFault.stalled(offset: offset) }
  }
}
