extension Schema {
  /// Whether it says nothing of its values but that they may be null.
  var isOnlyDescribed: Bool {
    guard case .any = kind else { return false }
    return values == nil && format == nil && limits == Limits()
  }

  /// Takes the form of the only part of this schema. What this schema says itself counts more.
  mutating func adopt(_ part: Schema) {
    kind = part.kind
    values = part.values
    limits = part.limits
    format = part.format ?? format
    describe(as: part)
  }

  /// Takes what a part of this schema says beyond its form. What this schema says itself counts more.
  mutating func describe(as part: Schema) {
    isNullable = isNullable || part.isNullable
    title = title ?? part.title
    description = description ?? part.description
    isDeprecated = isDeprecated || part.isDeprecated
    isReadOnly = isReadOnly || part.isReadOnly
    isWriteOnly = isWriteOnly || part.isWriteOnly
    contentEncoding = contentEncoding ?? part.contentEncoding
    contentMediaType = contentMediaType ?? part.contentMediaType
    self.default = self.default ?? part.default
    if examples.isEmpty { examples = part.examples }
  }
}
