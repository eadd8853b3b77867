import FoundationEssentials
import Synchronization

/// What an encoder is told.
struct WritingSettings: Sendable {
  var outputFormatting: JSONEncoder.OutputFormatting = []
  var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate
  var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64
  var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  var writesInternetDates = false
  var writesLowercaseUUIDs = false
  var memberName: (@Sendable (String) -> String)?
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
}

/// Levels with their memory and what they have found out, for the next documents with the same settings: for a small one
/// making them takes longer than all the rest. Whoever finds none, or another task at it, makes its own.
final class IdleWriters: Sendable {
  private static let limit = 8

  // Unchecked, because nobody else holds a level that is here, nor anything that belongs to it: `WritingLevel.end`.
  private struct Idle: @unchecked Sendable {
    let root: WritingLevel
  }

  private let levels = Mutex<[Idle]>([])

  func take() -> WritingLevel? {
    let idle = levels.withLockIfAvailable { $0.popLast() }
    return (idle ?? nil)?.root
  }

  func give(_ root: WritingLevel) {
    let idle = Idle(root: root)
    levels.withLockIfAvailable { if $0.count < Self.limit { $0.append(idle) } }
  }
}
