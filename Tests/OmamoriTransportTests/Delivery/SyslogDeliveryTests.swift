import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Messages of syslog on their way over TLS.
@Suite(
  "Delivery over syslog", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SyslogDeliveryTests {
  private struct Identity: ClientIdentity {
    let certificateChain: [Data]
    let key: Data

    func privateKey() async throws(CoreError) -> SecretBytes { SecretBytes(copying: key) }
  }

  let server: CollectorServer

  init() throws { server = try CollectorServer.shared.get() }

  private func delivery(
    _ port: String, root: String = "root", pins: PinSet? = nil, identity: (any ClientIdentity)? = nil,
    idle: Duration = .seconds(5), confirmation: SyslogConfirmation = .goodbye,
    events: any SecurityEvents = .discarded
  ) throws -> SyslogDelivery {
    try SyslogDelivery(
      to: HostName("localhost"), port: server.port(port),
      policy: TestPolicy.make(server.authority, root: root, pins: pins) { $0.idle = idle },
      identity: identity, confirmation: confirmation, events: events)
  }

  private static func batch(_ count: Int, _ text: String = "監査 [x] \\ \"y\"") -> DeliveryBatch {
    let name = UUID().uuidString
    return .sample((0..<count).map { "<110>1 - - - - - - \(name) \($0) \(text)" })
  }

  private func arrived(_ batch: DeliveryBatch) async throws -> [String] {
    let own = Set(batch.records.map { String(decoding: $0, as: UTF8.self) })
    return try await server.books().messages.filter(own.contains)
  }

  @Test("Messages arrive in order, and the goodbye of both sides says so", arguments: [1, 700])
  func arrives(_ count: Int) async throws {
    let batch = Self.batch(count)
    let before = try await server.books().goodbyes
    _ = try await delivery("syslog").deliver(batch)
    #expect(try await arrived(batch) == batch.records.map { String(decoding: $0, as: UTF8.self) })
    #expect(try await server.books().goodbyes == before + 1)
  }

  @Test(
    "A connection that ends in any other way does not count as delivered",
    arguments: [
      ("mute", DeliveryProblem.unreachable), ("chatty", .invalidAnswer), ("broken", .unreachable),
      ("hasty", .unreachable),
    ])
  func ends(_ manner: String, _ problem: DeliveryProblem) async throws {
    let delivery = try delivery(manner)
    await #expect(throws: problem) { try await delivery.deliver(Self.batch(3)) }
  }

  @Test("A server that says no goodbye is believed when that was chosen, one that breaks off never is")
  func connectionEnd() async throws {
    let batch = Self.batch(3)
    _ = try await delivery("mute", confirmation: .connectionEnd).deliver(batch)
    #expect(try await arrived(batch).count == 3)
    for (manner, problem) in [("broken", DeliveryProblem.unreachable), ("chatty", .invalidAnswer)] {
      let delivery = try delivery(manner, confirmation: .connectionEnd)
      await #expect(throws: problem) { try await delivery.deliver(Self.batch(3)) }
    }
    let unknown = try delivery("mutual", confirmation: .connectionEnd)
    await #expect(throws: DeliveryProblem.denied) { try await unknown.deliver(Self.batch(1)) }
  }

  @Test("A server that reads nothing is given up, as is one that nobody waits for any more")
  func deaf() async throws {
    let batch = Self.batch(3000, String(repeating: "x", count: 2000))
    let impatient = try delivery("deaf", idle: .milliseconds(200))
    await #expect(throws: DeliveryProblem.unreachable) { try await impatient.deliver(batch) }
    let patient = try delivery("deaf", idle: .seconds(20))
    let task = Task { () -> DeliveryProblem? in
      do throws(DeliveryProblem) {
        _ = try await patient.deliver(batch)
        return nil
      } catch {
        return error
      }
    }
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test("A server with another root or other keys gets nothing, and the log hears of it")
  func untrusted() async throws {
    let events = RecordedSecurityEvents()
    let batch = Self.batch(1)
    let pinned = try delivery("syslog", pins: server.authority.pins("other"), events: events)
    await #expect(throws: DeliveryProblem.untrusted) { try await pinned.deliver(batch) }
    let rooted = try delivery("syslog", root: "other", events: events)
    await #expect(throws: DeliveryProblem.untrusted) { try await rooted.deliver(batch) }
    #expect(events.events.map(\.name) == ["transport.pin.mismatch", "transport.chain.refused"])
    #expect(try await arrived(batch).isEmpty)
    _ = try await delivery("syslog", pins: server.authority.pins("leaf")).deliver(batch)
  }

  @Test("A server that wants a certificate gets it, and denies who has none")
  func identity() async throws {
    let text = try server.authority.text("spare.key").split(separator: "\n").filter { !$0.hasPrefix("-") }
    let chain = try ["spare", "middle"].map { try server.authority.certificate($0).derRepresentation }
    let identity = Identity(
      certificateChain: chain,
      key: try #require(Data(base64Encoded: text.joined())))
    let batch = Self.batch(2)
    let known = try delivery("mutual", identity: identity)
    for _ in 0..<2 { _ = try await known.deliver(batch) }
    #expect(try await arrived(batch).count == 4)
    let unknown = try delivery("mutual")
    await #expect(throws: DeliveryProblem.denied) { try await unknown.deliver(Self.batch(1)) }
  }

  @Test("What is no message, and what is too long, is not sent")
  func rejected() async throws {
    let delivery = try delivery("syslog")
    let foreign = ["", "hello", "<192>1 - - - - - -", "<013>1 -", "<13>2 -", "<>1 -", "<13>1"]
    for record in foreign {
      await #expect(throws: DeliveryProblem.rejected) { try await delivery.deliver(.sample([record])) }
    }
    let long = "<13>1 " + String(repeating: "-", count: SyslogDelivery.standardMessageSize)
    await #expect(throws: DeliveryProblem.rejected) { try await delivery.deliver(.sample([long])) }
  }

  @Test("Nobody there is unreachable, a host that is not listed and a proxy are told at once")
  func unreachable() async throws {
    let nobody = try SyslogDelivery(
      to: HostName("localhost"), port: NginxServer.freePort(), policy: TestPolicy.make(server.authority))
    await #expect(throws: DeliveryProblem.unreachable) { try await nobody.deliver(Self.batch(1)) }
    #expect(throws: TransportError.hostNotListed) {
      try SyslogDelivery(to: HostName("example.com"), policy: TestPolicy.make(server.authority))
    }
    let proxied = try TestPolicy.make(
      server.authority, proxy: .tunnel(host: HostName("localhost"), port: 1))
    #expect(throws: TransportError.unsupported) {
      try SyslogDelivery(to: HostName("localhost"), policy: proxied)
    }
  }

  @Test("Deliveries leave no descriptor and no thread behind")
  func leavesNothing() async throws {
    let delivery = try delivery("syslog")
    _ = try await delivery.deliver(Self.batch(1))
    let port = try server.port("syslog")
    for _ in 0..<5 { _ = try await delivery.deliver(Self.batch(20)) }
    #expect(LeakCount.sockets(to: port) == 0)
  }
}
