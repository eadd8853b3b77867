import RefineryParts

/// A counter that tasks can wait for.
package final class Tally: Sendable {
  private let state = Observed((count: 0, isOver: false))

  package init() {}

  package var count: Int { state.peek { $0.count } }

  package func add() { state.change { $0.count += 1 } }

  /// Waits until the count is reached, ``end()`` is called, or the waiting task is cancelled.
  package func reaches(_ count: Int) async { _ = await state.first { $0.count >= count || $0.isOver ? () : nil } }

  /// Resumes all waiting tasks.
  package func end() { state.change { $0.isOver = true } }
}
