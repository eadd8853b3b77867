import RefineryFiles
import Testing

@Suite struct TransferProgressTests {
  @Test("R06: progress has a fraction if the size is known, and an empty file is complete")
  func fraction() {
    #expect(TransferProgress(completed: 1, total: 4).fraction == 0.25)
    #expect(TransferProgress(completed: 0, total: 0).fraction == 1)
    #expect(TransferProgress(completed: 9).fraction == nil)
    // A server that says a smaller size than it sends.
    #expect(TransferProgress(completed: 9, total: 4).fraction == 1)
  }

  @Test("R06: progress describes itself in bytes")
  func description() {
    #expect("\(TransferProgress(completed: 1, total: 4))" == "1 of 4 bytes")
    #expect("\(TransferProgress(completed: 9))" == "9 bytes")
  }
}
