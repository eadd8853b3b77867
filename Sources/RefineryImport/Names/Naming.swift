/// Names models, groups and functions. A name of an earlier import is given again.
struct Naming {
  private(set) var lock: NameLock
  private var types: NameScope

  init(_ lock: NameLock, namespace: String) {
    self.lock = lock
    types = NameScope(reserved: standardTypes.union([namespace]))
    for name in lock.earlier.values { locked.insert(name) }
  }

  /// Names of an earlier import, which nothing new may take.
  private var locked: Set<String> = []

  /// Names the models: those of the description first, so that they have their own names.
  mutating func name(_ models: inout ModelBook, used: [ModelID]) {
    for id in used {
      if let name = lock.name(of: models[id].key), types.isFree(name) { take(name, for: id, &models) }
    }
    let open = used.filter { models[$0].name.isEmpty }
    let named = open.filter { models[$0].parent == nil }
    let endings = Endings(named.map { models[$0].proposal })
    // A schema whose name is its own name has it, whatever comes before it.
    for id in named where Words(models[id].proposal).upperCamel == models[id].proposal {
      take(free(models[id].proposal), for: id, &models)
    }
    for id in named where models[id].name.isEmpty {
      take(free(Words(endings.shortest(of: models[id].proposal)).upperCamel), for: id, &models)
    }
    for id in open where models[id].name.isEmpty { nameInner(id, &models, depth: 0) }
  }

  /// A type within another is named after it.
  private mutating func nameInner(_ id: ModelID, _ models: inout ModelBook, depth: Int) {
    guard models[id].name.isEmpty else { return }
    var prefix = ""
    if let parent = models[id].parent {
      if models[parent].name.isEmpty, depth < 100 { nameInner(parent, &models, depth: depth + 1) }
      prefix = models[parent].name
    }
    let words = Words(models[id].proposal)
    let tail = prefix.hasSuffix(words.upperTail) ? "Value" : words.upperTail
    take(free(prefix.isEmpty ? words.upperCamel : prefix + tail), for: id, &models)
  }

  private mutating func take(_ name: String, for id: ModelID, _ models: inout ModelBook) {
    types.reserve(name)
    models[id].name = name
    lock.keep(name, for: models[id].key)
  }

  private func free(_ name: String) -> String {
    let name = name.isEmpty ? "Model" : name
    func isFree(_ name: String) -> Bool { types.isFree(name) && !locked.contains(name) }
    if isFree(name) { return name }
    // A name of Swift's own types.
    if standardTypes.contains(name), isFree("\(name)Model") { return "\(name)Model" }
    var number = 2
    while !isFree("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// Names groups and their functions.
  mutating func name(_ groups: inout [Group], _ models: ModelBook) {
    for index in groups.indices {
      let key = "group \(groups[index].tag)"
      let own = Words(groups[index].tag).upperCamel
      let name = lock.name(of: key).flatMap { types.isFree($0) ? $0 : nil } ?? freeGroup(own.isEmpty ? "Calls" : own)
      types.reserve(name)
      lock.keep(name, for: key)
      groups[index].name = name
      nameRows(&groups[index])
    }
  }

  private func freeGroup(_ name: String) -> String {
    let plural = name.hasSuffix("s") ? "\(name)Calls" : "\(name)s"
    return [name, plural, "\(name)Calls"].first { types.isFree($0) && !locked.contains($0) } ?? free("\(name)Calls")
  }

  private mutating func nameRows(_ group: inout Group) {
    // What every group has.
    var scope = NameScope(
      reserved: [
        "coder", "customEndpoints", "endpoint", "endpoints", "init", "itemPath", "listEnvelope", "objectEnvelope", "options",
        "parameters", "path", "resourceName", "self", "Type",
      ])
    var earlier: [Int: String] = [:]
    for (index, row) in group.rows.enumerated() {
      if let name = lock.name(of: "row \(row.key)"), scope.isFree(name), scope.isFree("\(name)Row") {
        reserve(name, in: &scope)
        earlier[index] = name
      }
    }
    for index in group.rows.indices {
      let row = group.rows[index]
      let name = earlier[index] ?? free(Words(row.name).lowerCamel, in: &scope)
      group.rows[index].name = name
      lock.keep(name, for: "row \(row.key)")
    }
  }

  /// Takes a name for a function, and the name of its constant.
  private func reserve(_ name: String, in scope: inout NameScope) {
    scope.reserve(name)
    scope.reserve("\(name)Row")
  }

  private func free(_ name: String, in scope: inout NameScope) -> String {
    let first = name.isEmpty ? "call" : name
    var name = first
    var number = 2
    while !scope.isFree(name) || !scope.isFree("\(name)Row") {
      name = "\(first)\(number)"
      number += 1
    }
    reserve(name, in: &scope)
    return name
  }
}

/// The ends of names with dots: of `io.k8s.api.core.v1.Pod`, `Pod` is enough, if no other name ends so.
private struct Endings {
  private var counts: [Substring: Int] = [:]

  init(_ names: [String]) {
    for name in names { for ending in Self.endings(of: name) { counts[ending, default: 0] += 1 } }
  }

  private static func endings(of name: String) -> [Substring] {
    name.indices.reversed().filter { name[$0] == "." }.map { name[name.index(after: $0)...] }
  }

  func shortest(of name: String) -> String {
    let ending = Self.endings(of: name).first { counts[$0] == 1 && $0.first?.isLetter == true }
    return ending.map(String.init) ?? name
  }
}
