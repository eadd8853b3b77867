// A nested container writes directly into its parent's output as long as the model uses only the nested container. Every
// enumeration with associated values does so. If the model uses the parent again and still holds the nested container, the
// output of the nested container moves to its own storage.

extension ValueEncoder {
  /// Returns a nested container that writes directly into this output; nil if the nesting is too deep.
  func openPart(_ kind: State) -> ValueEncoder? {
    guard nesting < EncodingContext.maximumNesting else { return nil }
    let part = takeChild()
    part.begin(kind)
    openPart = part
    return part
  }

  /// Closes the open part.
  func closePart() {
    guard var part = openPart else { return }
    openPart = nil
    close(&part)
  }

  private func close(_ part: inout ValueEncoder) {
    part.close()
    part.coldState?.clear()
    putBack(&part)
    takeStandIn()
  }

  /// If a part is open, closes it, so that this encoder writes again.
  ///
  /// - Returns: false if a value inside the part is unfinished.
  func settlePart() -> Bool {
    guard var part = openPart else { return isOnTop }
    if part.openPart != nil, !part.settlePart() { return false }
    guard part.isOnTop else { return false }
    openPart = nil
    if isKnownUniquelyReferenced(&part), part.containerCache.isUnshared() { close(&part) } else { moveOut(part) }
    return true
  }

  private func moveOut(_ part: ValueEncoder) {
    let step = step
    let coldState = part.ensureColdState()
    let start = part.start
    for index in coldState.parts.indices { coldState.parts[index].offset -= start }
    part.moveOut(nesting: nesting)
    part.containerCache.release()
    coldState.owner = self
    coldState.step = step
    output.depth = depth
    ensureColdState().parts.append((part, output.count))
    if state == .object { output[member: output.memberCount - 1].partIndex = ensureColdState().parts.count - 1 }
    takeStandIn()
  }
}
