import RefineryStore

@main
struct StoreWorker {
  static func main() async throws {}
}
