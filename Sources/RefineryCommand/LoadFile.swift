#if CommandLine && Load
  import Foundation
  import Synchronization

  /// A file that `load` writes while the run goes on, in pieces of 64 KiB.
  final class LoadFile: Sendable {
    private struct State {
      let handle: FileHandle
      var buffer = Data()
      var hasFailed = false

      mutating func flush() {
        do { try handle.write(contentsOf: buffer) } catch { hasFailed = true }
        buffer.removeAll(keepingCapacity: true)
      }
    }

    private let state: Mutex<State>

    /// Creates or replaces a file.
    init(_ path: String) throws(UsageError) {
      guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
        throw UsageError("--raw: the file cannot be written")
      }
      state = Mutex(State(handle: handle))
    }

    func write(_ text: String) {
      state.withLock { state in
        state.buffer += text.utf8
        if state.buffer.count >= 65_536 { state.flush() }
      }
    }

    /// Writes the rest. Returns whether all of the text is in the file.
    func end() -> Bool {
      state.withLock { state in
        state.flush()
        do { try state.handle.close() } catch { return false }
        return !state.hasFailed
      }
    }

    /// Refuses a path that cannot be written, so that no long run loses its results.
    static func checkFile(of path: String, _ option: String) throws(UsageError) {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let files = FileManager.default
      var isFolder: ObjCBool = false
      let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
      guard files.isWritableFile(atPath: exists ? path : folder), !isFolder.boolValue else {
        throw UsageError("\(option): the file cannot be written")
      }
    }

    /// Writes or replaces a file. Returns whether that worked.
    static func write(_ data: Data, to path: String) -> Bool {
      do { try data.write(to: URL(fileURLWithPath: path)) } catch { return false }
      return true
    }
  }
#endif
