// A container inside of a container is written where it stands, as long as the model goes on with it alone: so does every
// enumeration with payloads. If the model comes back to the outer one while it still has the inner one, what that one wrote
// is taken out into memory of its own.

extension WritingLevel {
  /// A container that is written where it stands; nil if it is too deep for that.
  func openPart(_ kind: State) -> WritingLevel? {
    guard nesting < Writing.maximumNesting else { return nil }
    let part = takeInner()
    part.begin(kind)
    openPart = part
    return part
  }

  /// Ends the open part with this level.
  func closePart() {
    guard var part = openPart else { return }
    openPart = nil
    close(&part)
  }

  private func close(_ part: inout WritingLevel) {
    part.close()
    part.rare?.clear()
    putBack(&part)
    takeStandIn()
  }

  /// Makes it this level's turn while a part is open.
  ///
  /// - Returns: false if a value inside of the part is not finished.
  func settlePart() -> Bool {
    guard var part = openPart else { return isOnTop }
    if part.openPart != nil, !part.settlePart() { return false }
    guard part.isOnTop else { return false }
    openPart = nil
    if isKnownUniquelyReferenced(&part), part.handedOut.isUnshared() { close(&part) } else { moveOut(part) }
    return true
  }

  private func moveOut(_ part: WritingLevel) {
    let step = step
    let rare = part.own()
    let start = part.start
    for index in rare.parts.indices { rare.parts[index].offset -= start }
    part.moveOut(nesting: nesting)
    part.handedOut.release()
    rare.owner = self
    rare.step = step
    sink.depth = depth
    own().parts.append((part, sink.count))
    if state == .object { sink[member: sink.memberCount - 1].hole = own().parts.count - 1 }
    takeStandIn()
  }
}
