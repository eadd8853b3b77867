/// A container's unretained reference to its decoder. ContainerCache.swift explains why it is needed and why it is safe:
/// `holder` is either the decoder, or the `ContainerOwner`, which holds the decoder once the container outlives its use.
struct UnretainedDecoder {
  let tape: Tape
  private let unmanaged: Unmanaged<ValueDecoder>
  private let holder: AnyObject

  init(_ decoder: ValueDecoder) {
    tape = decoder.tape
    unmanaged = Unmanaged.passUnretained(decoder)
    holder = decoder
  }

  init(_ owner: ContainerOwner<ValueDecoder>) {
    tape = owner.coder.takeUnretainedValue().tape
    unmanaged = owner.coder
    holder = owner
  }

  var decoder: ValueDecoder { unmanaged.takeUnretainedValue() }

  /// Returns the index of the value of the first member with this name; -1 if there is none.
  @inline(__always)
  func find(_ name: String) -> Int {
    let object = unmanaged._withUnsafeGuaranteedRef { $0.linearObject }
    let found = object < 0 ? -1 : tape.member(of: object, named: name)
    return found < 0 ? unmanaged._withUnsafeGuaranteedRef { $0.findOtherwise(name) } : found
  }
}
