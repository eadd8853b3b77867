import RefineryOpenAPI

/// Decides what only the whole table shows: which models are used and by which tags, which are sent, which contain themselves.
struct Arrangement {
  private let groups: [Group]
  private(set) var models: ModelBook
  private(set) var used: [ModelID] = []
  private(set) var findings: [Finding] = []

  init(_ groups: [Group], _ models: ModelBook) {
    self.groups = groups
    self.models = models
  }

  /// Marks the models that each group needs, and those that requests send.
  mutating func markUses() {
    var reached: Set<ModelID> = []
    for (number, group) in groups.enumerated() {
      var roots: [ModelID] = []
      for row in group.rows {
        roots += row.arguments.flatMap(\.type.models)
        if case .value(let type, _) = row.output { roots += type.models }
        if case .events(let type) = row.output { roots += type.models }
        roots += row.errors.flatMap(\.type.models)
      }
      for id in reachable(from: roots) {
        models[id].groups.insert(number)
        reached.insert(id)
      }
    }
    let sent = groups.flatMap(\.rows).flatMap(\.arguments).flatMap(\.type.models)
    for id in reachable(from: sent) { models[id].isSent = true }
    used = models.all.filter(reached.contains)
  }

  private func reachable(from roots: [ModelID]) -> Set<ModelID> {
    var found: Set<ModelID> = []
    var open = roots
    while let id = open.popLast() {
      guard found.insert(id).inserted else { continue }
      open += models[id].parts.flatMap(\.models)
    }
    return found
  }

  /// Absent and null are told apart only where a request sends them. What the server always sets is there in a response.
  mutating func settlePresence() {
    for id in used where !models[id].isSent {
      guard case .object(var object) = models[id].form else { continue }
      for index in object.properties.indices {
        switch (object.properties[index].presence, object.properties[index].isSetByServer) {
        case (.field, true): object.properties[index].presence = .nullable
        case (.optional, true): object.properties[index].presence = .required
        case (.field, false): object.properties[index].presence = .optional
        default: break
        }
      }
      models[id].form = .object(object)
    }
  }

  /// Makes aliases of models that are the same.
  mutating func joinTwins() {
    for (id, first) in Twins(models, used: used).aliases() {
      models[id].twin = first
      models[first].groups.formUnion(models[id].groups)
      if models[id].isError { models[first].isError = true }
    }
  }

  // MARK: Models that contain themselves

  /// Makes unions indirect and members boxed where a type would contain itself.
  mutating func breakCycles() {
    for component in components(of: used, skippingIndirect: false) {
      for id in component {
        if case .union(var union) = models[id].form {
          union.isIndirect = true
          models[id].form = .union(union)
        }
      }
    }
    for component in components(of: used, skippingIndirect: true) {
      for id in component { box(id, component) }
    }
  }

  private mutating func box(_ id: ModelID, _ component: Set<ModelID>) {
    guard case .object(var object) = models[id].form else { return }
    for index in object.properties.indices {
      let property = object.properties[index]
      guard let inner = property.use.type.contained, component.contains(inner) else { continue }
      object.properties[index].isBoxed = true
      if property.presence == .required || property.presence == .nullable {
        object.properties[index].presence = .optional
        findings.append(
          Finding(
            .note, at: models[id].pointer,
            "\"\(property.wireName)\" is required and leads back to its own type, so it is optional here"))
      }
    }
    models[id].form = .object(object)
  }

  /// The models that a value of this model has in itself.
  private func contained(_ id: ModelID, skippingIndirect: Bool) -> [ModelID] {
    switch models[id].form {
    case .object(let object): object.properties.compactMap(\.use.type.contained)
    case .enumeration: []
    case .union(let union): skippingIndirect && union.isIndirect ? [] : union.branches.compactMap(\.type.contained)
    }
  }

  /// The groups of models that contain each other (Tarjan's strongly connected components, without recursion).
  private func components(of nodes: [ModelID], skippingIndirect: Bool) -> [Set<ModelID>] {
    var index: [ModelID: Int] = [:]
    var low: [ModelID: Int] = [:]
    var stack: [ModelID] = []
    var onStack: Set<ModelID> = []
    var components: [Set<ModelID>] = []
    for root in nodes where index[root] == nil {
      var work: [(id: ModelID, next: [ModelID])] = []
      func enter(_ id: ModelID) {
        index[id] = index.count
        low[id] = index[id]
        stack.append(id)
        onStack.insert(id)
        work.append((id, contained(id, skippingIndirect: skippingIndirect)))
      }
      enter(root)
      while let (id, last) = work.last {
        var next = last
        if let inner = next.popLast() {
          work[work.count - 1].next = next
          if index[inner] == nil {
            enter(inner)
          } else if onStack.contains(inner) {
            low[id] = min(low[id] ?? 0, index[inner] ?? 0)
          }
          continue
        }
        work.removeLast()
        if let parent = work.last?.id { low[parent] = min(low[parent] ?? 0, low[id] ?? 0) }
        guard low[id] == index[id] else { continue }
        var component: Set<ModelID> = []
        while let member = stack.popLast() {
          onStack.remove(member)
          component.insert(member)
          if member == id { break }
        }
        let isCycle = component.count > 1 || contained(id, skippingIndirect: skippingIndirect).contains(id)
        if isCycle { components.append(component) }
      }
    }
    return components
  }
}
