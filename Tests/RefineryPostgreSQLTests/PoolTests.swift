#if PostgreSQL
  import Foundation
  import RefineryCore
  import RefineryStore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryPostgreSQL

  extension PostgreSQLTests {
    /// The line for a connection.
    @Suite("Pool", .timeLimit(.minutes(5))) struct PoolTests {
      @Test("T04: when all connections are in use, a call fails with an error that says so")
      func exhausted() async throws {
        let store = try await DatabaseServer.shared().store(connections: 2, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let readers = (0..<2).map { _ in
          Task {
            try await store.read { _ in
              entered.add()
              held.wait()
            }
          }
        }
        try await until { entered.count == 2 }
        let error = await #expect(throws: StoreError.self) { try await store.read { try $0.stamp } }
        #expect(error?.kind == .busy)
        #expect(error.map { "\($0)" }?.contains("all 2 connections") == true)
        for _ in readers { held.signal() }
        for reader in readers { try await reader.value }
        #expect(try await store.read { try $0.stamp } == 0)
      }

      @Test("T04: a write that waits for another write of the process says so, and reads go on")
      func waitingWrite() async throws {
        let store = try await DatabaseServer.shared().store(connections: 2, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await store.write { _ in
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        #expect(try await store.read { try $0.stamp } == 0)
        let error = await #expect(throws: StoreError.self) { try await store.write { try $0.setValue("1", for: "v", in: "c") } }
        #expect(error?.kind == .locked)
        held.signal()
        try await writer.value
      }

      @Test("T04: a write that waits for another process's write fails when its patience ends")
      func lockedByOther() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let first = try await database.store(schema: schema)
        let second = try await database.store(schema: schema, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await first.write { store in
            try store.setValue("1", for: "v", in: "c")
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        let error = await #expect(throws: StoreError.self) {
          try await second.write { try $0.setValue("2", for: "v", in: "c") }
        }
        #expect(error?.kind == .locked)
        #expect(try await second.read { try $0.value(for: "v", in: "c") } == nil)
        held.signal()
        try await writer.value
        #expect(try await second.read { try $0.value(for: "v", in: "c") } == "1")
      }

      @Test("T04: a cancelled task leaves the line")
      func cancelled() async throws {
        let store = try await DatabaseServer.shared().store(connections: 1, patience: .seconds(600))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let reader = Task {
          try await store.read { _ in
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        let waiting = Task { try await store.read { try $0.stamp } }
        try await until { store.pool.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(store.pool.waiting == 0)
        held.signal()
        try await reader.value
      }

      @Test("T04: a closed store refuses calls, also those in line, and lets a transaction end")
      func closed() async throws {
        let store = try await DatabaseServer.shared().store(connections: 1)
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await store.write { store in
            entered.add()
            held.wait()
            try store.setValue("1", for: "v", in: "c")
          }
        }
        try await until { entered.count == 1 }
        let waiting = Task { try await store.read { try $0.stamp } }
        try await until { store.pool.waiting == 1 }
        store.close()
        let inLine = await #expect(throws: StoreError.self) { try await waiting.value }
        let later = await #expect(throws: StoreError.self) { try await store.read { try $0.stamp } }
        #expect(inLine?.kind == .closed && later?.kind == .closed)
        held.signal()
        try await writer.value
      }
    }
  }
#endif
