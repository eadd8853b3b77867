// Members and elements that a model writes while a nested value is unfinished. They go to a stand-in, an encoder with its own
// storage, and are inserted when the nested value is finished.

extension ValueEncoder {
  /// Returns the encoder for members or elements that a model writes while a nested value is unfinished.
  func standIn() -> ValueEncoder {
    if openPart != nil, settlePart() { return self }
    if let standIn = coldState?.standIn { return standIn.isOnTop ? standIn : standIn.standIn() }
    let encoder = made(nesting: nesting - 1, step: nil)
    encoder.begin(state)
    ensureColdState().standIn = encoder
    return encoder
  }

  /// The number of elements that the model sees. An unfinished value does not count. Elements that are written while that value
  /// is unfinished do.
  var elementCount: Int {
    let finished = isOnTop || openPart != nil ? count : count - 1
    return finished + (coldState?.standIn?.elementCount ?? 0)
  }

  /// Inserts the stand-in's output before the last value, because that value was unfinished when the model wrote to the
  /// stand-in.
  func takeOver(from end: Int) {
    guard let standIn = coldState?.standIn else { return }
    standIn.arrange()
    let member = state == .object ? output[member: output.memberCount - 1] : nil
    let first = end + separatorLength - (count > 1 ? 0 : 1)
    let kept = OutputStorage(nesting: 0)
    kept.output.write(first..<output.count, of: output)
    undo(to: end)
    takeStandIn()
    separate()
    let shift = output.count - first
    output.write(0..<kept.output.count, of: kept.output)
    if var member {
      member.start += shift
      note(member)
    }
  }

  /// Appends the stand-in's output.
  func takeStandIn() {
    guard let standIn = coldState?.standIn else { return }
    coldState?.standIn = nil
    standIn.arrange()
    let other = standIn.output
    if state == .array, standIn.count > 0 {
      separate()
      output.write(1 + separatorLength - 1..<other.count, of: other)
      count += standIn.count - 1
    }
    guard state == .object, standIn.count > 0 else { return }
    mayRepeat = true
    comparesText = comparesText || standIn.comparesText
    for index in 0..<other.memberCount {
      var member = other[member: index]
      if count > 0 { output[member: output.memberCount - 1].end = output.count }
      separate()
      let start = output.count
      output.write(member.start..<member.end, of: other)
      member.start = start
      member.end = output.count
      note(member)
    }
  }
}
