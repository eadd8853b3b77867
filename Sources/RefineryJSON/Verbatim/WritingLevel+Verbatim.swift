extension WritingLevel {
  /// Writes a value as it prints itself.
  func write(verbatim value: some JSONVerbatim) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    sink.write(contentsOf: value.printed(sortedKeys: writing.sortsNames))
    becomeSingle()
  }
}
