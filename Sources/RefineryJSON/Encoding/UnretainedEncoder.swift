/// A container's unretained reference to its encoder. ContainerCache.swift explains why it is needed and why it is safe:
/// `holder` is either the encoder, or the `ContainerOwner`, which holds the encoder once the container outlives its use.
struct UnretainedEncoder {
  private let unmanaged: Unmanaged<ValueEncoder>
  private let holder: AnyObject
  /// The super encoder that created the container. The container must hold it, because the output of a super encoder is
  /// inserted when no object holds the super encoder any longer.
  let source: SuperEncoder?

  init(_ encoder: ValueEncoder, from source: SuperEncoder? = nil) {
    unmanaged = Unmanaged.passUnretained(encoder)
    holder = encoder
    self.source = source
  }

  init(_ owner: ContainerOwner<ValueEncoder>) {
    unmanaged = owner.coder
    holder = owner
    source = nil
  }

  var encoder: ValueEncoder { unmanaged.takeUnretainedValue() }

  /// Calls a function with the encoder. While a nested value is unfinished, calls it with the encoder's stand-in instead.
  @inline(__always)
  func use<Result>(_ body: (ValueEncoder) throws -> Result) rethrows -> Result {
    try unmanaged._withUnsafeGuaranteedRef { encoder in
      encoder.isOnTop ? try body(encoder) : try body(encoder.standIn())
    }
  }
}
