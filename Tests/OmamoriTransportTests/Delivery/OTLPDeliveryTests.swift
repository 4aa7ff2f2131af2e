import Foundation
@_spi(Testing) import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Log records on their way to a collector of OpenTelemetry.
@Suite(
  "Delivery over OTLP", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct OTLPDeliveryTests {
  private static let document =
    #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1","body":{"stringValue":"監査"}}]}]}]}"#

  let server: CollectorServer

  init() throws { server = try CollectorServer.shared.get() }

  private func delivery(_ path: String) throws -> OTLPDelivery {
    OTLPDelivery(to: try server.url(path), over: try server.session())
  }

  @Test("Documents become one, which the protocol's own code reads")
  func merged() async throws {
    let batch = DeliveryBatch.sample(
      [Self.document, Self.document + "\n", Self.document], type: "application/json")
    _ = try await delivery("/v1/logs").deliver(batch)
    let books = try await server.books()
    #expect(books.kept["\"\(batch.identifier)\""]?.body == "3")
  }

  @Test(
    "Each answer has its meaning",
    arguments: [
      ("/otlp/partial", DeliveryProblem.rejected), ("/otlp/noise", .invalidAnswer),
      ("/otlp/fatal", .rejected), ("/otlp/wait", .busy(retryAfter: .seconds(3))), ("/page", .invalidAnswer),
      ("/denied", .denied),
      ("/rejected", .rejected), ("/nobody", .invalidAnswer),
    ])
  func answers(_ path: String, _ problem: DeliveryProblem) async throws {
    let delivery = try delivery(path)
    await #expect(throws: problem) { try await delivery.deliver(.sample([Self.document])) }
  }

  @Test("A success with a warning or without a word is one", arguments: ["/otlp/warning", "/otlp/empty"])
  func successes(_ path: String) async throws {
    #expect(try await delivery(path).deliver(.sample([Self.document])).checkpoint == nil)
  }

  @Test(
    "What is no document is not sent",
    arguments: ["", "{}", #"{"resourceLogs":[]}"#, #"{"resourceSpans":[{}]}"#, "<" + document])
  func foreign(_ text: String) {
    #expect(OTLPDelivery.merged([Array(text.utf8)]) == nil)
  }
}
