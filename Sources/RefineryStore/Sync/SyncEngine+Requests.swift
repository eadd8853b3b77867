import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// Makes the requests and reads their responses.
extension SyncEngine {
  func send(_ entry: OutboxEntry, of record: StoredRecord) async throws -> ServerResponse {
    let isPosted = entry.operation == .create && !settings.createsByPut
    let row =
      switch entry.operation {
      case .create: isPosted ? rows.create : rows.update
      case .update: rows.update
      case .patch: rows.patch ?? rows.update
      case .delete: rows.delete
      }
    var call = call(row, id: isPosted ? nil : record.id, key: entry.idempotencyKey)
    if let payload = entry.payload { call = call.body(payload) }
    if entry.operation == .patch, let mediaType = rows.patch.flatMap(MemberDifference.mediaType) {
      call = call.header(.contentType, mediaType)
    }
    switch (entry.operation, settings.versions) {
    case (.create, .none): break
    // If another client has created a record with this id, it is not overwritten (RFC 9110 section 13.1.2).
    case (.create, _): if !isPosted { call = call.header(.ifNoneMatch, "*") }
    default: if let version = record.version { call = call.ifMatch(version) }
    }
    let answer = try await client.send(call.mapping(at: rows.objectEnvelope) { try accepted($0) })
    return try await identified(answer, as: entry, known: record.id)
  }

  /// The response to a change with a status from 200 to 299. The server has made the change, so it is not sent again, even if
  /// the content cannot be read.
  ///
  /// - Throws: `MappingError` for a page of HTML or XML with the status 200, because it comes from a proxy, such as a login
  ///   page.
  private func accepted(_ input: MappingInput) throws -> ServerResponse {
    var response = ServerResponse(location: input.head.headerFields[.location])
    do {
      let answer = try answer(input)
      (response.content, response.version) = (answer.content, answer.version)
    } catch {
      if input.head.status == .ok, isMarkup(input.data) { throw error }
      let readable = try? JSONModelDecoder().decode(ListedRecord.self, from: input.data, at: input.place.parts).content
      if readable?.object?.isEmpty == false { response.content = readable }
      response.version = version(of: response.content, input.head)
    }
    return response
  }

  private func isMarkup(_ data: Data) -> Bool { data.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }

  /// Returns the response to a create with the id of the new record. Without content, the id is the end of `Location` (RFC 9110
  /// section 15.3.2). If no id is found, the response is unchanged.
  private func identified(_ answer: ServerResponse, as entry: OutboxEntry, known id: String?) async throws -> ServerResponse {
    guard isWithoutID(answer, entry, known: id), let path = answer.location?.prefix(while: { $0 != "?" && $0 != "#" }) else {
      return answer
    }
    let end = path.split(separator: "/").last.map { QueryText.decoded($0.utf8) } ?? ""
    guard path.contains("/"), !end.isEmpty else { return answer }
    var response = answer
    if let row = rows.read {
      do {
        // `Location` does not name a record: it may name the collection.
        guard let theirs = try await readServer(row, end) else { return answer }
        if theirs.content.flatMap(identity.id).map(ExactText.init) == ExactText(end) { return theirs }
      } catch {
        // The record is created, and the next pull reads the rest.
      }
    }
    let ids: [JSONValue] = [.string(end)] + (Int(end).map { [.number($0)] } ?? [])
    let sent = entry.snapshot ?? .object([:])
    let json = ids.first { id in
      let content = sent.merging(.object([(key: identity.member, value: id)]))
      return identity.id(of: content) == end && (try? check(content)) != nil
    }
    if let json { response.content = (answer.content ?? .object([:])).merging(.object([(key: identity.member, value: json)])) }
    return response
  }

  /// Whether the id of the record that a create has made is unknown.
  func isWithoutID(_ answer: ServerResponse, _ entry: OutboxEntry, known id: String?) -> Bool {
    guard entry.operation == .create else { return false }
    let known = provisionalID == nil ? id : nil
    return known == nil && answer.content.flatMap(identity.id) == nil
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
      // Only the version differs, so the delete is sent again with the new version, like any change.
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

  /// Sends several records in one request; returns their results in the same order. If the response lacks a result, that result
  /// is empty: the server has accepted the batch, so it is not sent again.
  func sendBatch(
    _ entries: [OutboxEntry], _ batch: SyncSettings.Batch, key: String
  ) async throws -> (answers: [ServerResponse], error: (any Error)?) {
    let list = JSONValue.array(entries.compactMap(\.payload))
    let body = batch.body.parts.reversed().reduce(list) { body, name in .object([(key: name, value: body)]) }
    let call = call(rows.batch, id: nil, key: key).body(body)
    let none = entries.map { _ in ServerResponse() }
    let (listed, error) = try await client.send(
      call.mapping { input -> ([ListedRecord], (any Error)?) in
        do {
          return (try elements(input.data, at: batch.response), nil)
        } catch {
          if input.head.status == .ok, isMarkup(input.data) { throw error }
          return ([], error)
        }
      })
    if let error { return (none, error) }
    guard listed.count == entries.count else {
      return (none, UnusableResponse.batchMismatch(sent: entries.count, received: listed.count))
    }
    return (listed.map { ServerResponse(content: $0.content, version: version(of: $0.content)) }, nil)
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
          // Only a status can mean that the server does not have the record.
          if copy.content == nil { throw MappingError(.wrongShape, at: input.place.parts, expected: "object") }
          return copy
        })
    } catch let failure as CallError where failure.kind == .notFound {
      return nil
    }
  }

  /// The call for the listing, which is read page by page as its row says.
  func listing(_ query: Query) -> Call<[ListedRecord]> {
    current(Call<[ListedRecord]>(rows.list, settings.values, query: query))
      .envelope(rows.list.options.explicit(EnvelopeKey.self) ?? rows.listEnvelope)
  }

  /// One page of the listing.
  func list(_ query: Query) async throws -> (entities: [ListedRecord], head: HTTPResponse) {
    let call = current(Call<Okay>(rows.list, settings.values, query: query))
    return try await client.send(
      call.mapping(at: rows.listEnvelope) { input -> (entities: [ListedRecord], head: HTTPResponse) in
        do {
          return (try elements(input.data, at: input.place), input.head)
        } catch let error as MappingError
          where input.options.acceptsAbsentList && error.isAbsence(of: input.place.parts)
        {
          return ([], input.head)
        }
      })
  }

  /// Makes every cache ask the server (RFC 9111 section 5.2.1.4), because an older state would undo changes that were sent
  /// since then. A `no-store` of the row or the client still applies.
  private func current<Output>(_ call: Call<Output>) -> Call<Output> {
    let row = client.options(of: call).headers
    let own = row[.cacheControl] ?? (row.replacesAll ? nil : client.headers[.cacheControl])
    let mayStore = own?.lowercased().contains("no-store") != true
    return call.header(.cacheControl, mayStore ? "no-cache" : "no-cache, no-store")
  }

  private func call(_ row: Endpoint, id: String?, key: String?) -> Call<Okay> {
    let values = id.map { settings.values.merging(PathValues("id", .text($0))) } ?? settings.values
    let call = Call<Okay>(row, values)
    guard let key else { return call }
    return call.header(.idempotencyKeyField, settings.quotesIdempotencyKey ? "\"\(key)\"" : key)
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

  private func elements(_ data: Data, at place: MemberPath) throws -> [ListedRecord] {
    guard !data.isEmpty else { throw MappingError.emptyBody(expecting: [JSONValue].self) }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: data)
    } catch {
      // One unreadable record does not affect the others.
      guard let list = try? JSONModelDecoder().decode([ListedRecord].self, from: data, at: place.parts) else { throw error }
      return list
    }
    guard let value = json.value(at: place) else {
      // The list itself is missing only if the object around it exists.
      let around = Array(place.parts.dropLast())
      let isThere = json.value(at: MemberPath(parts: around))?.object != nil
      throw MappingError(.missing, at: isThere ? place.parts : around)
    }
    if value.isNull { throw MappingError(.null, at: place.parts, expected: "array") }
    guard let elements = value.array else { throw MappingError(.wrongShape, at: place.parts, expected: "array") }
    return elements.map { ListedRecord($0) }
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
