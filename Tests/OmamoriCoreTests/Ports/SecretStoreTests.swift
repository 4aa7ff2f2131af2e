@_spi(Testing) import OmamoriCore
import Testing

@Suite struct SecretStoreTests {
  @Test func storesAndRemoves() async throws {
    let store = InMemorySecretStore()
    let secret = SecretBytes(copying: [1, 2, 3])
    var found = try await store.secret(named: "a")
    if found != nil { Issue.record("an empty store has a secret") }
    let wasInserted = try await store.insert(secret, named: "a")
    #expect(wasInserted)
    let wasInsertedAgain = try await store.insert(SecretBytes(copying: [9]), named: "a")
    #expect(!wasInsertedAgain)
    found = try await store.secret(named: "a")
    let isSame = found?.isEqual(to: secret)
    #expect(isSame == true)
    try await store.replace(SecretBytes(copying: [9]), named: "a")
    let count = try await store.secret(named: "a")?.count
    #expect(count == 1)
    #expect(try await store.remove(named: "a"))
    #expect(try await !store.remove(named: "a"))
  }

  @Test(arguments: SecretStoreProblem.allCases)
  func makesNoKeyUnlessThereIsNone(_ problem: SecretStoreProblem) async throws {
    let store = InMemorySecretStore()
    store.problem = problem
    await #expect(throws: CoreError.secretStore(problem)) {
      _ = try await store.secret(named: "key", orInsertingRandom: 32)
    }
    store.problem = nil
    let wasMade = try await store.remove(named: "key")
    #expect(!wasMade)
  }

  @Test func racingCallersGetTheSameKey() async throws {
    let store = InMemorySecretStore()
    let keys = try await withThrowingTaskGroup(of: SharedSecretBytes.self) { group in
      for _ in 0..<32 {
        group.addTask { SharedSecretBytes(try await store.secret(named: "key", orInsertingRandom: 32)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 32)
    #expect(keys.allSatisfy { $0 == keys.first && $0.count == 32 })
  }
}
