import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// An rsyslogd that takes syslog over TLS and writes what it read as JSON; ended with this object.
final class RsyslogServer: Sendable {
  /// What it read of a message.
  struct Message: Decodable {
    let host: String
    let program: String
    let process: String
    let kind: String
    let priority: String
    let data: String
    let text: String
  }

  private static let program = Program.find("rsyslogd")
  private static let modules = ["/usr/lib/x86_64-linux-gnu/rsyslog", "/usr/lib/aarch64-linux-gnu/rsyslog"]
    .first { FileManager.default.fileExists(atPath: $0 + "/lmnsd_ossl.so") }

  /// Whether it can be started with TLS.
  static let isThere = program != nil && modules != nil

  let port: UInt16
  private let output: URL
  private let process: ServedProgram

  init(_ authority: TestAuthority) async throws {
    // Of one certificate: rsyslogd sends no chain with every library.
    try authority.leaf("rsyslog", by: "root")
    let folder = authority.path("rsyslog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    output = folder.appending(path: "messages")
    port = try NginxServer.freePort()
    let properties = [
      "host": "hostname", "program": "app-name", "process": "procid", "kind": "msgid", "priority": "pri",
      "data": "structured-data", "text": "msg",
    ]
    let members = properties.map { #"property(outname="\#($0)" name="\#($1)" format="jsonf")"# }
    let files = authority.folder.path
    try """
    global(
      workDirectory="\(folder.path)" maxMessageSize="64k" defaultNetstreamDriver="ossl"
      parser.escapeControlCharactersOnReceive="off"
      defaultNetstreamDriverCAFile="\(files)/root.pem"
      defaultNetstreamDriverCertFile="\(files)/rsyslog.chain.pem" defaultNetstreamDriverKeyFile="\(files)/rsyslog.key")
    module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon")
    input(type="imtcp" address="127.0.0.1" port="\(port)")
    template(name="json" type="list") {
      constant(value="{") \(members.joined(separator: #" constant(value=",") "#)) constant(value="}\\n")
    }
    action(type="omfile" file="\(output.path)" template="json" asyncWriting="off" flushOnTXEnd="on")
    """.write(to: folder.appending(path: "rsyslog.conf"), atomically: true, encoding: .utf8)
    process = try ServedProgram([
      #require(Self.program), "-n", "-f", "\(folder.path)/rsyslog.conf", "-i", "\(folder.path)/pid", "-M",
      #require(Self.modules),
    ])
    for _ in 0..<500 {
      if LoopbackSocket.canConnect(port) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw POSIXError(.ECONNREFUSED)
  }

  deinit { process.end(SIGKILL) }

  /// What it read of the messages with a text, once there are so many or a while has passed.
  func messages(_ count: Int, with text: String) async throws -> [Message] {
    var found: [Message] = []
    for _ in 0..<300 {
      let written = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      // What stands behind the last line break is still being written.
      let lines = written.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      found = try lines.filter { $0.contains(text) }
        .map { try JSONDecoder().decode(Message.self, from: Data($0.utf8)) }
      if found.count >= count { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    return found
  }
}
