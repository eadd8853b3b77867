// Written by `refinery import` from Shop 1.2. Do not edit it: import again.

import FoundationEssentials
import RefineryCore

extension Shop {
  /// Card.
  struct Card: ObjectModel {
    var kind: String
    var last4: String

    init(last4: String, kind: String = "card") {
      self.last4 = last4
      self.kind = kind
    }

    init(_ unread: Unread) {
      kind = ""
      last4 = ""
    }

    mutating func list(_ members: Members) {
      members.required("kind", &kind)
      members.required("last4", &last4)
    }
  }

  /// Invoice.
  struct Invoice: ObjectModel {
    var kind: String
    var due: CalendarDate

    init(due: CalendarDate, kind: String = "invoice") {
      self.due = due
      self.kind = kind
    }

    init(_ unread: Unread) {
      kind = ""
      due = CalendarDate(unread)
    }

    mutating func list(_ members: Members) {
      members.required("kind", &kind)
      members.required("due", &due)
    }
  }

  /// What someone bought.
  struct Order: ObjectModel {
    var id: Int
    /// How far an order is.
    var status: Status?
    /// In euros.
    var total: Decimal
    var created: Date
    var note: Field<String>
    var payment: OrderPayment
    /// What someone bought.
    @Boxed var parent: Order?

    init(
      id: Int, total: Decimal, created: Date, payment: OrderPayment, status: Status? = nil, note: Field<String> = .absent,
      parent: Order? = nil
    ) {
      self.id = id
      self.total = total
      self.created = created
      self.payment = payment
      self.status = status
      self.note = note
      self.parent = parent
    }

    init(_ unread: Unread) {
      id = 0
      total = 0
      created = .distantPast
      note = .absent
      payment = .other(.null)
      parent = nil
    }

    mutating func list(_ members: Members) {
      members.required("id", &id)
      members.optional("status", &status)
      members.required("total", &total, .text)
      members.required("created", &created, .unixTime)
      members.field("note", &note)
      members.required("payment", &payment)
      members.optional("parent", &parent)
    }
  }

  /// OrderPayment.
  enum OrderPayment: UnionModel {
    case card(Card)
    case invoice(Invoice)
    /// None of these; the value is kept.
    case other(JSONValue)

    static var discriminator: String? { "kind" }
    static let branches: [UnionBranch<Self>] = [UnionBranch("card", Self.card), UnionBranch("invoice", Self.invoice)]

    var content: any Codable & Sendable {
      switch self {
      case .card(let content): content
      case .invoice(let content): content
      case .other(let content): content
      }
    }
  }

  /// Problem.
  struct Problem: ObjectModel, Error {
    var code: String
    var message: String?

    init(code: String, message: String? = nil) {
      self.code = code
      self.message = message
    }

    init(_ unread: Unread) {
      code = ""
    }

    mutating func list(_ members: Members) {
      members.required("code", &code)
      members.optional("message", &message)
    }
  }

  /// How far an order is.
  struct Status: OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }

    static var open: Self { Self(rawValue: "open") }
    static var paid: Self { Self(rawValue: "paid") }
    static var inDelivery: Self { Self(rawValue: "in-delivery") }

    static var knownValues: [Self] { [.open, .paid, .inDelivery] }
  }
}
