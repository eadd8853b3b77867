import RefineryFiles
import Testing

@Suite struct FileProgressTests {
  @Test("R06: progress has a fraction if the size is known, and an empty file is complete")
  func fraction() {
    #expect(FileProgress(completed: 1, total: 4).fraction == 0.25)
    #expect(FileProgress(completed: 0, total: 0).fraction == 1)
    #expect(FileProgress(completed: 9).fraction == nil)
    // A server that says a smaller size than it sends.
    #expect(FileProgress(completed: 9, total: 4).fraction == 1)
  }

  @Test("R06: progress describes itself in bytes")
  func description() {
    #expect("\(FileProgress(completed: 1, total: 4))" == "1 of 4 bytes")
    #expect("\(FileProgress(completed: 9))" == "9 bytes")
  }
}
