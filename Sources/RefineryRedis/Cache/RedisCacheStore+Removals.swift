#if Redis
  public import RefineryCache

  /// Removals, which leave a mark, and are repeated if they fail.
  extension RedisCacheStore {
    /// Removes the responses of a key.
    ///
    /// - Throws: `RedisError`. The responses of the target are then not returned, and the removal is repeated.
    public func remove(_ key: CacheKey) async throws {
      settle()
      let names = CacheNames(key, sealing, keys)
      do {
        _ = try await run(CacheScripts.remove, keys.books + [names.mark]) { command in
          command.add(names.member)
          addMark(to: &command)
        }
      } catch {
        removals.add(key.target)
        throw error
      }
    }

    /// Removes all responses of a target.
    ///
    /// - Throws: `RedisError`. The responses are then not returned, and the removal is repeated.
    public func removeAll(target: String) async throws {
      settle()
      do { try await perform(target) } catch {
        removals.add(target)
        throw error
      }
    }

    /// Removes everything. All responses are invalid at once; they are deleted in steps.
    ///
    /// - Throws: `RedisError`. The responses are then not returned, and the removal is repeated.
    public func removeAll() async throws {
      do { try await performAll() } catch {
        removals.add(nil)
        throw error
      }
    }

    private func perform(_ target: String) async throws {
      let name = CacheNames.target(target, sealing)
      _ = try await run(CacheScripts.removeTarget, keys.books + [keys.identities(ofTarget: name), keys.mark(name)]) { command in
        command.add(name)
        addMark(to: &command)
      }
    }

    private func performAll() async throws {
      let old = keys.key("old:\(UInt64.random(in: 0 ... .max))")
      _ = try await run(CacheScripts.removeAll, keys.books + [keys.mark, old]) { addMark(to: &$0) }
      // All responses are invalid now. If a step fails, the rest ends with its lifetime.
      while let left = try? await run(CacheScripts.deleteRemoved, keys.books + [old]).first?.integer, left > 0 {}
    }

    private func addMark(to command: inout RedisCommand) {
      command.add(Int(Self.markLifetime / .milliseconds(1)))
      command.add(instance)
    }

    /// Repeats the removals that failed, in the background, if the server is available.
    func settle() {
      guard redis.state == .available, removals.begin() else { return }
      Task { [self] in
        while let next = removals.next() {
          do {
            if let target = next.target { try await perform(target) } else { try await performAll() }
          } catch {
            return removals.pause()
          }
          removals.end(next)
        }
      }
    }
  }
#endif
