import RefineryJSON

/// Compares a value with the branches of a union, without reading what is in the value.
///
/// The work is that of looking at each member of the value once, and at the patterns once.
final class UnionMatcher: Sendable {
  private let discriminator: String?
  private let tags: [String: Int]
  private let patterns: [BranchPattern]
  /// A number for each name that an object of a branch names.
  private let names: [String: Int]
  /// For each number of a name, the members of this name.
  private let uses: [[Use]]

  private struct Use {
    let pattern: Int
    let member: MemberPattern
  }

  convenience init(_ union: ModelShape.Union) {
    var tags: [String: Int] = [:]
    for (index, branch) in union.branches.enumerated() {
      for tag in branch.tags where tags[tag] == nil { tags[tag] = index }
    }
    self.init(types: union.branches.map(\.type), depth: 0, discriminator: union.discriminator, tags: tags)
  }

  init(types: [any Any.Type], depth: Int, discriminator: String? = nil, tags: [String: Int] = [:]) {
    self.discriminator = discriminator
    self.tags = tags
    var patterns: [BranchPattern] = []
    for (index, type) in types.enumerated() { BranchPattern.add(type, branch: index, depth: depth, to: &patterns) }
    self.patterns = patterns
    var names: [String: Int] = [:]
    var uses: [[Use]] = []
    for (index, pattern) in patterns.enumerated() {
      for member in pattern.members {
        let number = names[member.name] ?? uses.count
        if number == uses.count {
          names[member.name] = number
          uses.append([])
        }
        uses[number].append(Use(pattern: index, member: member))
      }
    }
    self.names = names
    self.uses = uses
  }

  /// The branch that the value's discriminator names.
  func tagged(_ value: some ValueGlance) -> Int? {
    guard let discriminator, !tags.isEmpty, let tag = value.member(named: discriminator)?.scalar else { return nil }
    switch tag {
    case .string(let text): return tags[text]
    case .number(let number): return tags[number.text]
    case .bool(let claim): return tags[claim ? "true" : "false"]
    default: return nil
    }
  }

  /// The branches that fit, the best first.
  func ranked<Glance: ValueGlance>(_ value: Glance) -> ArraySlice<Int> {
    var branches: [Int] = []
    for fit in fits(value).sorted(by: { ($0.fit, $0.pattern) < ($1.fit, $1.pattern) }) {
      let branch = patterns[fit.pattern].branch
      if !branches.contains(branch) { branches.append(branch) }
    }
    return branches[...]
  }

  /// How the best branch fits; nil if none does.
  func best<Glance: ValueGlance>(_ value: Glance) -> Fit? { fits(value).map(\.fit).min() }

  private func fits<Glance: ValueGlance>(_ value: Glance) -> [(fit: Fit, pattern: Int)] {
    let kinds = value.kinds
    let members = kinds.contains(.object) ? memberFits(value) : []
    return patterns.indices.compactMap { index in
      guard !patterns[index].kinds.isDisjoint(with: kinds) else { return nil }
      let fit = members.isEmpty ? patterns[index].fit(value, kinds) : patterns[index].fit(members[index])
      return fit.map { ($0, index) }
    }
  }

  /// Compares the members of an object with those of each pattern.
  private func memberFits<Glance: ValueGlance>(_ object: Glance) -> [MemberFit] {
    var fits = patterns.map { _ in MemberFit() }
    var seen = uses.map { _ in false }
    var count = 0
    var firstKinds: JSONKinds?
    object.forEachMember { name, value in
      count += 1
      if firstKinds == nil { firstKinds = value.kinds }
      // If a name is repeated, the first member counts.
      guard let number = names[name], !seen[number] else { return }
      seen[number] = true
      let kinds = value.kinds
      for use in uses[number] { fits[use.pattern].add(use.member, kinds) { value.scalar } }
    }
    for index in fits.indices {
      fits[index].count = count
      fits[index].firstKinds = firstKinds
    }
    return fits
  }
}

/// How well a value fits a pattern; the smaller, the better.
struct Fit: Comparable {
  /// 0 for a model or a value that is known, more for types that say less.
  var looseness = 0
  /// The members whose value the model's enumeration does not know.
  var unknownValues = 0
  /// The members that the model does not name.
  var unnamed = 0

  static func < (left: Fit, right: Fit) -> Bool {
    (left.looseness, left.unknownValues, left.unnamed) < (right.looseness, right.unknownValues, right.unnamed)
  }
}

/// The members of an object that one pattern names.
struct MemberFit {
  private(set) var isRefused = false
  private(set) var required = 0
  private(set) var named = 0
  private(set) var unknownValues = 0
  /// The number of members of the object.
  var count = 0
  /// The kind of the first member.
  var firstKinds: JSONKinds?

  mutating func add(_ member: MemberPattern, _ kinds: JSONKinds, _ scalar: () -> JSONValue?) {
    named += 1
    if member.isRequired { required += 1 }
    if member.kinds.isDisjoint(with: kinds) {
      isRefused = true
    } else if !member.known.isEmpty, kinds != .null, let value = scalar(), !member.known.contains(value) {
      if member.known.count == 1 { isRefused = true } else { unknownValues += 1 }
    }
  }
}
