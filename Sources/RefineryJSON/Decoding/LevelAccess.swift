// Unchecked, for the reason that ContainerCache.swift names.

/// How a container gets at its level: without retaining it for each member. The level is alive, because the holder is it, or
/// because a container that outlives the use of its level has it in `LevelReference.kept`.
struct LevelAccess {
  let tape: Tape
  private let unmanaged: Unmanaged<Level>
  private let holder: AnyObject

  init(_ level: Level) {
    tape = level.tape
    unmanaged = Unmanaged.passUnretained(level)
    holder = level
  }

  init(_ reference: LevelReference<Level>) {
    tape = reference.level.takeUnretainedValue().tape
    unmanaged = reference.level
    holder = reference
  }

  var level: Level { unmanaged.takeUnretainedValue() }

  /// Where the value of the first member with a name is; -1 if there is none.
  @inline(__always)
  func find(_ name: String) -> Int {
    let object = unmanaged._withUnsafeGuaranteedRef { $0.direct }
    let found = object < 0 ? -1 : tape.member(of: object, named: name)
    return found < 0 ? unmanaged._withUnsafeGuaranteedRef { $0.findOtherwise(name) } : found
  }
}
