import FoundationEssentials
import RefineryCore

/// A credential that this instance fetched under a lease.
struct Renewal: Sendable {
  /// A lease, and what to do under it.
  struct Input: Sendable {
    let name: String
    let lease: CredentialLease
    let old: CredentialEntry?
    let context: CredentialContext
  }

  enum Outcome: Sendable {
    /// The vault has the credential, or cannot be used.
    case saved(Credential)
    /// The vault has the secret of an earlier renewal as this version, but the lifetime of its credential is over.
    case expired(version: Int64)
    /// Another instance has got the lease.
    case overtaken(Renewal)
  }

  let fetched: Credential
  let secret: RotatingSecret?
  /// The version of the entry that it replaces.
  let base: Int64?
  let started: Duration

  /// The credential with the rest of its lifetime, which is zero at least.
  func credential(at now: Duration) -> Credential {
    fetched.lasting(fetched.lifetime.map { max($0 - (now - started), .zero) })
  }
}

extension SharedCredentials {
  /// How long the renewal of a refresh token may last after the store has stopped waiting, so that a new one is not lost.
  private static let grace = Duration.seconds(60)

  /// Renews under a lease, or saves what an earlier renewal has got.
  func renew(_ input: Renewal.Input, _ earlier: Renewal?) async throws -> Renewal.Outcome {
    guard rotating != nil else { return try await renewExtending(input, earlier) }
    // A task of its own: if the store stops waiting, the new secret in a late response must not be lost.
    return try await Task { try await renewExtending(input, earlier) }.value
  }

  private func renewExtending(_ input: Renewal.Input, _ earlier: Renewal?) async throws -> Renewal.Outcome {
    let clock = input.context.clock
    let end = Deadline(after: input.context.deadline.remaining + (rotating == nil ? .zero : Self.grace), on: clock)
    let extending = Task { [access, lease] in
      var pause = lease / 3
      while !end.hasPassed {
        try await clock.sleep(untilEndOfLimit: pause)
        pause = lease / 3
        do {
          guard try await access.extend(input.lease, by: lease, clock) else { return }
        } catch is VaultUnavailable {
          // The lease must not end because of one lost command.
          pause = min(pause, .milliseconds(50))
        }
      }
    }
    defer { extending.cancel() }
    do {
      // If the entry has not changed since, no instance has a newer secret than the earlier renewal.
      if let earlier, earlier.base == input.old?.version, rotating?.prefersOwnSecret(to: earlier.secret) != true {
        return try await save(earlier, input, until: end)
      }
      let renewal = try await fetch(input, until: end)
      return try await save(renewal, input, until: end)
    } catch let error as SharedCredentialError where error.isUnsent {
      // Nothing was sent, so no other instance needs to wait.
      await access.fail(input.lease, because: error, pause: .zero, clock)
      throw error
    } catch let error as SharedCredentialError {
      // The lease is not ended: until its end, no other instance sends the old secret.
      throw error
    } catch {
      // The provider sends nothing for a grant that the server has refused before. Another instance may have a newer one.
      let isUnsent = (error as? OAuth2Error)?.isRemembered == true
      let reason: any Error = error is CancellationError ? TimedOut(.refresh) : error
      await access.fail(input.lease, because: reason, pause: isUnsent ? .zero : Self.pause, clock)
      throw error
    }
  }

  private func fetch(_ input: Renewal.Input, until end: Deadline) async throws -> Renewal {
    let clock = input.context.clock
    let started = clock.now
    guard let rotating else {
      let credential = try Self.valid(try await provider.credential(for: input.context))
      return Renewal(fetched: credential, secret: nil, base: input.old?.version, started: started)
    }
    // A new secret that cannot be encrypted would be lost.
    do { _ = try sealing.seal(Data(), for: Self.label(input.name)) } catch { throw SharedCredentialError.unsealed(error) }
    let shared = input.old.flatMap { open($0, input.name, input.context)?.secret }
    if let shared { rotating.adopt(shared) }
    // The provider's own secret may have been used already, and a server may withdraw all of them if it is used again.
    guard input.old == nil || shared != nil || rotating.prefersOwnSecret(to: nil) else {
      throw SharedCredentialError.unreadableSecret
    }
    let before = rotating.secret
    do {
      let credential = try Self.valid(try await rotating.credential(for: input.context))
      return Renewal(fetched: credential, secret: rotating.secret, base: input.old?.version, started: started)
    } catch {
      let after = rotating.secret
      if after.current != before.current, after.origin == before.origin {
        // The renewal has failed, but the server has replaced the secret.
        let empty = Credential(restoring: [], form: "").lasting(.zero)
        let renewal = Renewal(fetched: empty, secret: after, base: input.old?.version, started: started)
        _ = try await save(renewal, input, until: end)
        let next = try? await access.checkOut(input.name, seen: input.lease.token, lease: lease, clock)
        if case .leased(let lease, _) = next {
          await access.fail(lease, because: error, pause: Self.pause, clock)
        }
      }
      throw error
    }
  }

  private static func valid(_ credential: Credential) throws -> Credential {
    if let problem = credential.problem { throw CredentialError.malformed(problem) }
    if let lifetime = credential.lifetime, lifetime <= .zero {
      throw CredentialError.malformed("the provider returned a credential that has already expired")
    }
    return credential
  }

  private func save(_ renewal: Renewal, _ input: Renewal.Input, until end: Deadline) async throws -> Renewal.Outcome {
    let clock = input.context.clock
    let data: Data
    do {
      let stored = StoredCredential(credential: renewal.fetched, secret: renewal.secret)
      data = try sealing.seal(try stored.data(), for: Self.label(input.name))
    } catch {
      let failure = SharedCredentialError.unsealed(error)
      guard rotating == nil else { throw failure }
      access.report(failure, clock)
      await access.fail(input.lease, because: failure, pause: .zero, clock)
      return .saved(renewal.credential(at: clock.now))
    }
    if rotating != nil { keep(renewal, input.name) }
    while true {
      let credential = renewal.credential(at: clock.now)
      do {
        let retention = rotating == nil ? credential.lifetime : nil
        let isSaved = try await access.save(
          data, lifetime: credential.lifetime, retention: retention, under: input.lease, clock)
        guard isSaved else { return .overtaken(renewal) }
        remember(input.name, Knowledge(seen: input.lease.token))
        if let secret = renewal.secret { rotating?.didShare(secret) }
        return credential.lifetime == .zero ? .expired(version: input.lease.token) : .saved(credential)
      } catch let failure as VaultUnavailable {
        guard rotating != nil else { return .saved(credential) }
        guard !end.hasPassed else { throw SharedCredentialError.unsavedSecret(failure) }
        try await clock.sleep(for: .milliseconds(100))
      }
    }
  }
}
