// Unchecked, for the reason that ContainerCache.swift names.

/// How a container gets at its level. The level is alive, because the holder is it, or because a container that outlives the
/// use of its level has it in `LevelReference.kept`.
struct WriterAccess {
  private let unmanaged: Unmanaged<WritingLevel>
  private let holder: AnyObject
  /// The super encoder that the container came from, which puts what was written in its place when nobody has it any more.
  let source: SuperEncoder?

  init(_ level: WritingLevel, from source: SuperEncoder? = nil) {
    unmanaged = Unmanaged.passUnretained(level)
    holder = level
    self.source = source
  }

  init(_ reference: LevelReference<WritingLevel>) {
    unmanaged = reference.level
    holder = reference
    source = nil
  }

  var level: WritingLevel { unmanaged.takeUnretainedValue() }

  /// Runs a function on the level, or on what stands in for it while it is not its turn.
  @inline(__always)
  func use<Result>(_ body: (WritingLevel) throws -> Result) rethrows -> Result {
    try unmanaged._withUnsafeGuaranteedRef { level in
      level.isOnTop ? try body(level) : try body(level.standIn())
    }
  }
}
