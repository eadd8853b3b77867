import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryFiles

/// The examples of the page, compiled.
func download(_ api: Client, published: String) async throws {
  let file = URL(filePath: "/data/report.csv")
  let report = try await api.download(Report.export(7), to: file) { progress in print(progress) }
  print(report.size, report.digests)

  var options = DownloadOptions()
  options.replacesExisting = false
  options.limit = 2_000_000_000
  options.digest = FileDigest("sha-256", hex: published)
  try await api.download(Report.export(7), to: file, options: options)
}

enum Report {
  static func export(_ id: Int) -> Call<Data> { Call(Endpoint("Report.export", .get, "reports/{id}"), ["id": .text("\(id)")]) }
}
