import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Makes the requests and reads their responses.
extension SyncEngine {
  func send(_ entry: OutboxEntry, of record: StoredRecord) async throws -> ServerResponse {
    var id = record.id
    if entry.operation == .create, case .post = settings.creates { id = nil }
    let row =
      switch (entry.operation, settings.creates) {
      case (.create, .post): rows.create
      case (.create, .put), (.update, _): rows.update
      case (.patch, _): rows.patch ?? rows.update
      case (.delete, _): rows.delete
      }
    var call = call(row, id: id, key: entry.idempotencyKey)
    if let payload = entry.payload { call = call.body(payload) }
    if entry.operation == .patch, let mediaType = rows.patch.flatMap(MemberDifference.mediaType) {
      call = call.header(.contentType, mediaType)
    }
    switch (entry.operation, settings.creates, settings.versions) {
    case (.create, .post, _), (.create, .put, .none): break
    // If another client has created a record with this id, it is not overwritten (RFC 9110 section 13.1.2).
    case (.create, .put, _): call = call.header(.ifNoneMatch, "*")
    default: if let version = record.version { call = call.ifMatch(version) }
    }
    let answer = try await client.send(call.mapping(at: rows.objectEnvelope) { try self.answer($0) })
    try checkID(in: answer, to: entry, known: record.id)
    return answer
  }

  /// - Throws: ``UnusableResponse/noID(member:)`` if a new record would be without an id.
  private func checkID(in answer: ServerResponse, to entry: OutboxEntry, known id: String?) throws {
    guard entry.operation == .create else { return }
    let known = provisionalID == nil ? id : nil
    if known == nil, answer.content.flatMap(identity.id) == nil { throw UnusableResponse.noID(member: settings.identifier) }
  }

  func sendDelete(_ record: StoredRecord) async throws {
    guard let id = record.id else { throw StoreError(.missingIdentifier) }
    var version = record.version
    if record.state == .conflicted, version == nil {
      // Without a condition, the delete would win without a decision.
      guard let row = rows.read else { throw PostponedConflict() }
      guard let theirs = try await readServer(row, id) else { return }
      guard isKnown(theirs, record) else { throw PostponedConflict() }
      version = theirs.version
    }
    do {
      try await sendDelete(id, version: version)
    } catch let refusal as CallError where refusal.status == 412 && canReadServer(record, refusedBy: refusal) {
      guard let theirs = try await readServer(record, refusedBy: refusal) else { return }
      // Only the version differs, not the content, so the delete is sent again under the new version, as a change is.
      guard isKnown(theirs, record) else { throw refusal }
      try await sendDelete(id, version: theirs.version)
    }
  }

  private func isKnown(_ theirs: ServerResponse, _ record: StoredRecord) -> Bool {
    guard let known = record.serverContent, let content = theirs.content else { return false }
    return content.isIdentical(to: known)
  }

  private func sendDelete(_ id: String, version: String?) async throws {
    var call = call(rows.delete, id: id, key: settings.makeIdempotencyKey())
    if let version { call = call.ifMatch(version) }
    do {
      try await client.send(call)
    } catch let error as CallError where error.kind == .notFound {
      return
    }
  }

  /// Sends several records in one request; returns their results in the same order.
  func sendBatch(_ entries: [OutboxEntry], _ batch: SyncSettings.Batch, key: String) async throws -> [ServerResponse] {
    let list = JSONValue.array(entries.compactMap(\.payload))
    let body: JSONValue =
      switch batch.form {
      case .member(let name): .object([(key: name, value: list)])
      case .list: list
      }
    let call = call(rows.batch, id: nil, key: key).body(body)
    let answers = try await client.send(
      call.mapping { input in
        try elements(input.data, at: batch.answer).map { ServerResponse(content: $0, version: version(of: $0)) }
      })
    guard answers.count == entries.count else {
      throw UnusableResponse.batchMismatch(sent: entries.count, received: answers.count)
    }
    for (entry, answer) in zip(entries, answers) {
      try checkID(in: answer, to: entry, known: entry.snapshot.flatMap(identity.id))
    }
    return answers
  }

  /// Whether the server's copy of a record can be found.
  func canReadServer(_ record: StoredRecord, refusedBy error: CallError) -> Bool {
    (rows.read != nil && record.id != nil) || copy(in: error) != nil
  }

  private func copy(in error: CallError) -> ServerResponse? {
    guard let place = settings.conflictBody, let body = try? JSONValue(parsing: error.body),
      let content = body.value(at: place),
      case .object = content
    else { return nil }
    return ServerResponse(content: content, version: version(of: content, error.response))
  }

  /// The server's copy of a record; nil if it has none.
  func readServer(_ record: StoredRecord, refusedBy error: CallError) async throws -> ServerResponse? {
    if let copy = copy(in: error) { return copy }
    guard let row = rows.read, let id = record.id else { throw error }
    return try await readServer(row, id)
  }

  func readServer(_ row: Endpoint, _ id: String) async throws -> ServerResponse? {
    let call = current(call(row, id: id, key: nil))
    do {
      return try await client.send(
        call.mapping(at: rows.objectEnvelope) { input -> ServerResponse in
          let copy = try answer(input)
          // Only a status says that the server does not have the record.
          if copy.content == nil { throw MappingError(.wrongShape, at: input.place.parts, expected: "object") }
          return copy
        })
    } catch let failure as CallError where failure.kind == .notFound {
      return nil
    }
  }

  /// The call for the listing, which is read page by page as its row says.
  func listing(_ query: Query) -> Call<[JSONValue]> {
    current(Call<[JSONValue]>(rows.list, settings.values, query: query))
      .envelope(rows.list.options.explicit(EnvelopeOption.self) ?? rows.listEnvelope)
  }

  /// One page of the listing.
  func list(_ query: Query) async throws -> (entities: [JSONValue], head: HTTPResponse) {
    let call = current(Call<Okay>(rows.list, settings.values, query: query))
    return try await client.send(
      call.mapping(at: rows.listEnvelope) { input -> (entities: [JSONValue], head: HTTPResponse) in
        do {
          return (try elements(input.data, at: input.place), input.head)
        } catch let error as MappingError
          where input.options[AbsentListOption.self] == .empty && error.isAbsence(of: input.place.parts)
        {
          return ([], input.head)
        }
      })
  }

  /// Makes every cache ask the server (RFC 9111 section 5.2.1.4): an older state would undo what was sent since. A `no-store`
  /// of the row or the client still applies.
  private func current<Output>(_ call: Call<Output>) -> Call<Output> {
    let row = client.option(RowHeaders.self, of: call)
    let own = row[.cacheControl] ?? (row.replacesAll ? nil : client.headers[.cacheControl])
    let mayStore = own?.lowercased().contains("no-store") != true
    return call.header(.cacheControl, mayStore ? "no-cache" : "no-cache, no-store")
  }

  private func call(_ row: Endpoint, id: String?, key: String?) -> Call<Okay> {
    let values = id.map { settings.values.merging(PathValues("id", .text($0))) } ?? settings.values
    let call = Call<Okay>(row, values)
    guard let key else { return call }
    return call.header(Idempotent.keyField, settings.quotesIdempotencyKey ? "\"\(key)\"" : key)
  }

  private func answer(_ input: MappingInput) throws -> ServerResponse {
    guard !input.data.isEmpty else { return ServerResponse(version: version(of: nil, input.head)) }
    let place = input.place
    guard let content = try JSONValue(parsing: input.data).value(at: place) else {
      throw MappingError(.missing, at: place.parts)
    }
    guard case .object = content else { return ServerResponse(version: version(of: nil, input.head)) }
    return ServerResponse(content: content, version: version(of: content, input.head))
  }

  private func elements(_ data: Data, at place: MemberPath) throws -> [JSONValue] {
    guard !data.isEmpty else { throw MappingError.emptyBody(expecting: [JSONValue].self) }
    let json = try JSONValue(parsing: data)
    guard let value = json.value(at: place) else {
      // Only if the object around it is there, the list itself is what is missing.
      let around = Array(place.parts.dropLast())
      let isThere = json.value(at: MemberPath(parts: around))?.object != nil
      throw MappingError(.missing, at: isThere ? place.parts : around)
    }
    if value.isNull { throw MappingError(.null, at: place.parts, expected: "array") }
    guard let elements = value.array else { throw MappingError(.wrongShape, at: place.parts, expected: "array") }
    return elements
  }

  /// The version to send in `If-Match`; never a weak tag (RFC 9110 section 13.1.1).
  func version(of content: JSONValue?, _ head: HTTPResponse? = nil) -> String? {
    switch settings.versions {
    case .none: return nil
    case .entityTag: return head?.headerFields[.eTag].flatMap { $0.hasPrefix("W/") ? nil : $0 }
    case .member(let path):
      let value = content?.value(at: path)
      return value?.string ?? value?.number?.text
    }
  }
}
