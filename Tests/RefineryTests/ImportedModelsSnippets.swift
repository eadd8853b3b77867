import Foundation
import RefineryCore

// The Swift blocks of ImportedModels.md. DocumentationTests compares them, imports included.

struct Parcel: ObjectModel {
  var id: String
  var note: String?
  var depot: Field<String>  // absent, null or a value
  var sent: Date
  var state: ParcelState
  @Boxed var container: Parcel?  // it contains itself
  var others: [String: JSONValue]  // members that the description does not name

  init(_ unread: Unread) {
    id = ""
    depot = .absent
    sent = .distantPast
    state = ParcelState(unread)
    others = [:]
  }

  mutating func list(_ members: Members) {
    members.required("id", &id)
    members.optional("note", &note)
    members.field("depot", &depot)
    members.required("sent_at", &sent, .unixTime)
    members.required("state", &state)
    members.optional("container", &container)
    members.others(&others)
  }
}

struct ParcelState: OpenEnum {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }

  static var sent: Self { Self(rawValue: "sent") }
  static var lost: Self { Self(rawValue: "lost") }
  static var knownValues: [Self] { [sent, lost] }
}

func summary(of parcel: Parcel) -> String {
  switch parcel.state {
  case .sent: "on its way"
  case .lost: "lost"
  default: "state \(parcel.state)"  // a state that the description does not list
  }
}

enum Recipient: UnionModel {
  case parcel(Parcel)
  case email(String)
  case other(JSONValue)

  static let branches: [UnionBranch<Recipient>] = [UnionBranch(Recipient.parcel), UnionBranch(Recipient.email)]

  var content: any Codable & Sendable {
    switch self {
    case .parcel(let content): content
    case .email(let content): content
    case .other(let content): content
    }
  }
}

extension Parcel {
  var isLost: Bool { state == .lost }
}

extension ParcelState {
  static var returned: Self { Self(rawValue: "returned") }  // the description lacks it
}
