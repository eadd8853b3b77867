import FoundationEssentials
import RefineryCore

struct Citizen: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var born: Date?
}

/// A name that its model refuses.
struct ForbiddenName: SafelyDescribed, Equatable {
  var description: String { "this name is taken" }
}

struct Strict: Decodable, Equatable {
  var name: String

  init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
    guard name != "canary" else { throw ForbiddenName() }
  }
  enum Key: CodingKey { case name }
}

/// Every test runs with names as written, which Foundation decodes, and with a rule for names, which Refinery does.
let coders = [JSONCoder(), JSONCoder(keys: .custom { $0 })]
