import RefineryAuth
import RefineryContracts
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct CredentialVaultTests {
  @Test(
    "T01: the vault in memory keeps the contract, by a clock that the test advances", arguments: CredentialVaultContract.checks)
  func manual(check: CredentialVaultContract.Check) async throws {
    let clock = ManualClock()
    try await check.run(on: MemoryCredentialVault(clock: CallClock(clock))) { clock.advance(by: $0) }
  }

  @Test("T01: the vault in memory keeps the contract, by a real clock", arguments: CredentialVaultContract.checks)
  func continuous(check: CredentialVaultContract.Check) async throws {
    try await check.run(on: MemoryCredentialVault())
  }
}
