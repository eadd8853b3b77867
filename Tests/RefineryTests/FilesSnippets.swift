import Foundation
import Refinery

// The Swift blocks of RefineryFiles.md. DocumentationTests compares them, imports included.

func download(_ report: Call<Data>, to file: URL, with api: Client) async throws {
  let saved = try await api.download(report, to: file) { progress in
    if let fraction = progress.fraction { print("\(Int(fraction * 100)) %") }
  }
  print(saved.size, saved.digests)
}

func download(_ report: Call<Data>, to file: URL, published digest: String, with api: Client) async throws {
  var options = DownloadOptions()
  options.keepsPart = true  // if this process ends, the next download continues this one
  options.limit = 2_000_000_000
  options.digest = FileDigest("sha-256", hex: digest)
  try await api.download(report, to: file, options: options)
}
