import RefineryContracts
import Testing

extension CacheStoreTests {
  @Test("T03: every store of this module keeps the contract", arguments: TestedStore.all, CacheStoreContract.checks)
  func contract(_ kind: TestedStore, _ check: CacheStoreContract.Check) async throws {
    try await kind.using { store in
      let cache = store.cache
      try await check.run { cache }
    }
  }
}
