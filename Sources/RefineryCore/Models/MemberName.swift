import RefineryJSON

/// The coding key of every model that lists its members: the name in the document.
///
/// One type of keys for all models costs less code than a `CodingKeys` type for each.
struct MemberName: UnconvertedKey {
  let stringValue: String
  var intValue: Int? { nil }

  @inline(__always)
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
