import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// rsyslogd with OpenSSL as the other side.
@Suite(
  "Delivery to rsyslogd", .serialized,
  .enabled(if: TestPrograms.areThere && UnrulyServer.isThere && RsyslogServer.isThere))
struct RsyslogTests {
  @Test("It reads the messages as they were meant, and says goodbye when it has read them")
  func reads() async throws {
    let authority = try TestAuthority()
    let server = try await RsyslogServer(authority)
    let delivery = try SyslogDelivery(
      to: HostName("localhost"), port: server.port,
      policy: TestPolicy.make(authority, pins: authority.pins("rsyslog")))
    let name = UUID().uuidString
    let texts = [
      "plain", "監査ログ 🔏", "second\nline <13>1 - - - - - - forged", "quote \" backslash \\ bracket ]",
      String(repeating: "長い", count: 1000),
    ]
    let messages = texts.map {
      #"<108>1 2026-11-22T13:50:00.123456Z host.example omamori 42 session.expired "#
        + #"[event@32473 id="\#(name)" user="\"山田\" \\ \]"] "# + "\u{FEFF}\($0)"
    }
    _ = try await delivery.deliver(.sample(messages))
    let read = try await server.messages(texts.count, with: name)
    #expect(read.map { $0.text.replacing("\u{FEFF}", with: "") } == texts)
    for message in read {
      #expect(message.host == "host.example" && message.program == "omamori" && message.process == "42")
      #expect(message.kind == "session.expired" && message.priority == "108")
      #expect(message.data == #"[event@32473 id="\#(name)" user="\"山田\" \\ \]"]"#)
    }
    // Each batch has its connection, and those that follow find the server as it was.
    let more = (0..<500).map { "<110>1 - host.example omamori - - - more-\(name) \($0)" }
    for _ in 0..<3 { _ = try await delivery.deliver(.sample(more)) }
    #expect(try await server.messages(1500, with: "more-\(name)").count == 1500)
  }
}
