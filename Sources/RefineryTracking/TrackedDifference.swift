import RefineryCore

/// The body to send for a tracked model, and the server's expected state afterwards.
struct TrackedDifference {
  enum Patch {
    case merge(JSONValue)
    case operations(JSONPatch)
    /// For a coder with its own format for changes.
    case changes(MergePatch, any ChangeCoder)
  }

  let patch: Patch
  let expected: JSONValue
  /// The members that the patch sets to a value other than null.
  let told: Set<String>

  /// Nil if there is no difference.
  init?<Model>(_ tracked: Tracked<Model>) throws {
    let memory = tracked.memory
    let target = try tracked.target()
    let style = tracked.style
    switch (style.format, tracked.coder.coder as? any ChangeCoder) {
    case (.jsonPatch, _):
      let patch = JSONPatch.make(from: memory, to: target)
      guard !patch.isEmpty else { return nil }
      self.patch = .operations(patch)
      expected = target
    case (_, let coder?):
      let changes = try MergePatch.make(from: memory, to: target, writesNulls: true, ignoresArrays: style.ignoresArrays)
      guard !changes.isEmpty else { return nil }
      patch = .changes(changes, coder)
      expected = style.ignoresArrays ? changes.apply(to: memory) : target
    case (.merge, nil), (.mergePatch, nil):
      let patch = try MergePatch.make(from: memory, to: target, writesNulls: true, ignoresArrays: style.ignoresArrays)
      guard !patch.isEmpty else { return nil }
      self.patch = .merge(patch.document)
      expected = patch.apply(to: memory)
    case (.members, nil):
      let changed = MergePatch.members(from: memory, to: target, ignoresArrays: style.ignoresArrays)
      guard !changed.isEmpty else { return nil }
      patch = .merge(.object(changed))
      expected = .object((memory.object ?? [:]).merging(changed))
    }
    told = Set(
      (expected.object ?? [:]).filter { key, value in
        !value.isNull && !(memory[key].map(value.isIdentical) ?? false)
      }.map(\.key))
  }
}

extension MergePatch {
  /// The members that differ, each as a whole, and null for removed members.
  fileprivate static func members(from old: JSONValue, to new: JSONValue, ignoresArrays: Bool) -> JSONValue.Object {
    var changed: JSONValue.Object = [:]
    let added = (new.object?.keys ?? []).filter { old[$0] == nil }
    for key in (old.object?.keys ?? []) + added {
      if ignoresArrays, old[key]?.array != nil || new[key]?.array != nil { continue }
      if let before = old[key], let after = new[key], before.isIdentical(to: after) { continue }
      changed[key] = new[key] ?? .null
    }
    return changed
  }
}
