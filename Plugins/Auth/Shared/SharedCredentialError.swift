import RefineryCore

/// Why an instance got no credential that the instances of an app share.
enum SharedCredentialError: SafelyDescribed {
  /// Another instance tried to renew it within the last second.
  case failedElsewhere(reason: String)
  /// The secret rotates, so it must not be used without the vault.
  case vaultRequired(VaultUnavailable)
  /// The credential is still valid, so the instance asks the vault again later.
  case postponed(VaultUnavailable)
  /// The entry has the secret for the renewal, but cannot be opened.
  case unreadableSecret
  /// The server has replaced the secret, but the vault did not store the new one.
  case unsavedSecret(VaultUnavailable)
  /// The content of an entry could not be encrypted.
  case unsealed(any Error)

  /// Whether no request was sent to the server that issues credentials.
  var isUnsent: Bool {
    if case .unsavedSecret = self { false } else { true }
  }

  var description: String {
    switch self {
    case .failedElsewhere(let reason):
      "another instance of the app could not renew the credential, and there is a pause of a second: \(Redaction.escaped(reason))"
    case .vaultRequired(let failure):
      "\(failure); a refresh token that the server replaces is not sent without it, because another instance may send it too"
    case .postponed(let failure): "\(failure); the credential is still valid, and the vault is asked again later"
    case .unreadableSecret:
      "the vault's entry has the refresh token, but this instance cannot open it: check its key, or let the user log in again and "
        + "pass the new token to use(_:)"
    case .unsavedSecret(let failure):
      "\(failure); the new refresh token is not saved yet, and this instance saves it before it uses it"
    case .unsealed(let error): "the credential cannot be encrypted for the vault: \(ErrorSummary.text(of: error))"
    }
  }
}
