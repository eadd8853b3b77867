#if CodeGeneration
  /// The initializer of a model with members.
  struct Initializer {
    private struct Slot {
      let name: String
      let member: Model.Member

      /// The name as the label of an argument. There, few names need backticks.
      var label: String {
        let plain = member.property.filter { $0 != "`" }
        let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !["inout", "var", "let"].contains(plain)
        return isWord ? plain : member.property
      }
    }

    private let slots: [Slot]
    private let json: String
    private let object: String
    private let place: String
    private let memberwise: Bool
    private let keys: String
    private let access: String

    init(_ members: [Model.Member], memberwise: Bool, keys: String, _ access: String) {
      self.memberwise = memberwise
      var taken = Set(members.map { $0.property.filter { $0 != "`" } })
      func free(_ name: String) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "2" }
        return name
      }
      json = free("json")
      object = free("members")
      place = free("member")
      slots = members.map { Slot(name: $0.property == "`self`" ? free("self2") : $0.property, member: $0) }
      self.keys = keys
      self.access = access
    }

    var lines: [String] {
      let label = json == "json" ? json : "json \(json)"
      return ["\(access)init(\(label): inout JSONReader) throws {"] + body.map { "  " + $0 } + ["}"]
    }

    private var body: [String] {
      slots.map { "var \($0.name): \($0.member.type.name)?" } + ["var \(object) = try \(json).object(\(keys))"] + loop
        + (memberwise ? call : slots.map { "self.\($0.member.property) = \(value($0))" })
    }

    /// The call of the compiler's memberwise initializer, which is faster than setting members one by one.
    private var call: [String] {
      let arguments = slots.map { "\($0.label): \(value($0))" }
      if arguments.count < 2 { return ["self.init(\(arguments.joined()))"] }
      return ["self.init("] + arguments.dropLast().map { "  \($0)," } + ["  \(arguments[arguments.count - 1]))"]
    }

    private var loop: [String] {
      guard slots.count > 1 else {
        let next = "while try \(json).next(in: &\(object)) != nil {"
        return slots.isEmpty ? [next + "}"] : [next + " \(slots.map(reading).joined()) }"]
      }
      let cases = slots.enumerated().map { number, slot in
        (number == slots.count - 1 ? "default" : "case \(number)") + ": " + reading(slot)
      }
      return ["while let \(place) = try \(json).next(in: &\(object)) {", "  switch \(place) {"] + cases.map { "  " + $0 }
        + ["  }", "}"]
    }

    private func reading(_ slot: Slot) -> String {
      let function = slot.member.type.isOptional ? "valueIfPresent" : "value"
      return "\(slot.name) = try \(json).\(function)(\(slot.member.type.name).self)"
    }

    private func value(_ slot: Slot) -> String {
      slot.member.type.isOptional ? slot.name : "try \(json).require(\(slot.name))"
    }
  }
#endif
