import Refinery

// The Swift blocks of RefineryControl.md. DocumentationTests compares them, imports included.

func contentLength(of report: Call<Okay>, with api: Client) async throws -> Int {
  let download = api.controlled(report.data)  // sends nothing yet
  Task { for await progress in download.progressUpdates { print(progress.received, progress.toReceive ?? 0) } }
  download.start()
  download.pause()
  print(download.state)  // paused(isStarted: true)
  download.resume()
  return try await download.value.count
}
