import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Batches on their way to a collector that keeps books.
@Suite(
  "Delivery over HTTPS", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct HTTPSDeliveryTests {
  let server: CollectorServer

  init() throws { server = try CollectorServer.shared.get() }

  @Test("A batch arrives whole, with its lines, its numbers and its key")
  func arrives() async throws {
    let batch = DeliveryBatch.sample()
    let receipt = try await server.delivery("/collect").deliver(batch)
    #expect(receipt.checkpoint == nil)
    let kept = try #require(try await server.books().kept[batch.identifier.quoted])
    #expect(kept.body == "{\"a\":1}\n{\"b\":\"監査\"}\n")
    #expect(kept.type == "application/x-ndjson" && kept.first == "17" && kept.count == "2")
    #expect(kept.authorization == nil)
  }

  @Test("Records that are no lines stand one behind the other")
  func frames() async throws {
    let batch = DeliveryBatch.sample(["ab", "cd"], type: "application/octet-stream")
    _ = try await server.delivery("/collect").deliver(batch)
    #expect(try await server.books().kept[batch.identifier.quoted]?.body == "abcd")
  }

  @Test(
    "Each answer has its meaning",
    arguments: [
      ("/busy", DeliveryProblem.busy(retryAfter: .seconds(7))),
      ("/later", .busy(retryAfter: .seconds(5))), ("/down", .busy(retryAfter: nil)),
      ("/denied", .denied), ("/forbidden", .denied), ("/rejected", .rejected), ("/toolarge", .rejected),
      ("/nobody", .invalidAnswer), ("/elsewhere", .invalidAnswer), ("/page", .invalidAnswer),
      ("/huge", .invalidAnswer),
    ])
  func answers(_ path: String, _ problem: DeliveryProblem) async throws {
    let delivery = try server.delivery(path)
    await #expect(throws: problem) { try await delivery.deliver(.sample()) }
  }

  @Test("A batch whose answer got lost is kept once")
  func lostAnswer() async throws {
    let batch = DeliveryBatch.sample()
    let delivery = try server.delivery("/lost")
    await #expect(throws: DeliveryProblem.unreachable) { try await delivery.deliver(batch) }
    _ = try await delivery.deliver(batch)
    let books = try await server.books()
    #expect(books.seen[batch.identifier.quoted] == 2)
    #expect(books.kept[batch.identifier.quoted]?.count == "2")
  }

  @Test("After a while of refusals the same batch arrives")
  func retried() async throws {
    let batch = DeliveryBatch.sample()
    let delivery = try server.delivery("/once/down")
    await #expect(throws: DeliveryProblem.busy(retryAfter: nil)) { try await delivery.deliver(batch) }
    _ = try await delivery.deliver(batch)
    #expect(try await server.books().kept[batch.identifier.quoted] != nil)
  }

  @Test("What the collector knows of the log comes back, and is asked for where it must")
  func checkpoint() async throws {
    let note = try await server.delivery("/note", requiresCheckpoint: true).deliver(.sample()).checkpoint
    #expect(try #require(note).starts(with: Array("collector.example/log\n42\n".utf8)))
    #expect(try await server.delivery("/ok").deliver(.sample()).checkpoint == nil)
    let demanding = try server.delivery("/ok", requiresCheckpoint: true)
    await #expect(throws: DeliveryProblem.invalidAnswer) { try await demanding.deliver(.sample()) }
  }

  @Test("A credential is shown, asked for each time, and never described")
  func credential() async throws {
    let asked = Protected(0)
    let credential = CollectorCredential.bearer { () async throws(DeliveryProblem) in
      asked.withLock { $0 += 1 }
      return SharedSecretBytes(SecretBytes(copying: Data("let-me-in".utf8)))
    }
    let delivery = try server.delivery("/guarded", credential: credential)
    for _ in 0..<2 { _ = try await delivery.deliver(.sample()) }
    #expect(asked.current == 2)
    #expect(!"\(credential) \(String(reflecting: credential))".contains("let-me-in"))
    let wrong = SharedSecretBytes(SecretBytes(copying: Data("someone-else".utf8)))
    let other = try server.delivery("/guarded", credential: .bearer(wrong))
    await #expect(throws: DeliveryProblem.denied) { try await other.deliver(.sample()) }
  }

  @Test("A token from a store is used, and a locked store or a broken token denies")
  func storedCredential() async throws {
    let store = InMemorySecretStore()
    let delivery = try server.delivery("/guarded", credential: .bearer(named: "collector", in: store))
    await #expect(throws: DeliveryProblem.denied) { try await delivery.deliver(.sample()) }
    _ = try await store.insert(SecretBytes(copying: Data("let-me-in".utf8)), named: "collector")
    _ = try await delivery.deliver(.sample())
    store.problem = .locked
    await #expect(throws: DeliveryProblem.denied) { try await delivery.deliver(.sample()) }
    store.problem = nil
    try await store.replace(SecretBytes(copying: Data("let-me-in\r\nHost: evil".utf8)), named: "collector")
    await #expect(throws: DeliveryProblem.denied) { try await delivery.deliver(.sample()) }
  }

  @Test("A collector with another root or other keys gets nothing")
  func untrusted() async throws {
    let batch = DeliveryBatch.sample()
    let pins = try server.authority.pins("other")
    for session in [try server.session(root: "other"), try server.session(pins: pins)] {
      let delivery = HTTPSDelivery(to: try server.url("/collect"), over: session)
      await #expect(throws: DeliveryProblem.untrusted) { try await delivery.deliver(batch) }
    }
    #expect(try await server.books().seen[batch.identifier.quoted] == nil)
  }

  @Test("Waiting ends with the time that the policy gives, and with the task")
  func ends() async throws {
    let hasty = HTTPSDelivery(
      to: try server.url("/slow"), over: try server.session(total: .milliseconds(400)))
    await #expect(throws: DeliveryProblem.unreachable) { try await hasty.deliver(.sample()) }
    let delivery = try server.delivery("/slow")
    let task = Task { () -> DeliveryProblem? in
      do throws(DeliveryProblem) {
        _ = try await delivery.deliver(.sample())
        return nil
      } catch {
        return error
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test("Identifiers and types that could say something else are refused here")
  func hostileBatches() async throws {
    let delivery = try server.delivery("/collect")
    for identifier in ["", "a\"b", "a\\b", "a\r\nb", String(repeating: "a", count: 257), "監査"] {
      let batch = DeliveryBatch(
        identifier: identifier, firstRecord: 0, mediaType: "application/x-ndjson", records: [[0x61]])
      await #expect(throws: DeliveryProblem.rejected) { try await delivery.deliver(batch) }
    }
    await #expect(throws: DeliveryProblem.rejected) { try await delivery.deliver(.sample(type: "text")) }
  }
}

extension String {
  /// As it stands in the field `Idempotency-Key`.
  fileprivate var quoted: String { "\"\(self)\"" }
}
