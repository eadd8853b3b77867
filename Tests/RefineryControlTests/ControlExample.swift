import FoundationEssentials
import RefineryControl
import RefineryCore

/// The README's piece about control, compiled.
func control(_ api: Client) async throws {
  let download = api.controlled(Person.read(5).data)  // nothing is sent yet
  download.start()
  download.pause()  // nothing more is handed on; the server still sees one request
  print(download.state, download.progress.fractionReceived ?? 0)
  download.resume()
  Task { for await progress in download.progressUpdates { print(progress.received, progress.toReceive ?? 0) } }
  let bytes = try await download.value  // or download.cancel(): CancellationError, connection closed

  let name = await api.result(of: Person.read(5)).map(\.name)  // Result<String, CallError>
  let sending = api.send(Person.read(5)) { result in print((try? result.get())?.name ?? "nobody") }  // not async
  sending.cancel()
  print(bytes.count, name)
}
