/// Reads single fields of a process's status in the form of proc_pid_status(5).
package struct StatusReader: Sendable {
  private let bytes: [UInt8]

  /// Takes the lines.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The words of the line that begins with `name` and a colon; `nil` when there is no such line.
  package func field(_ name: StaticString) -> [String]? {
    let name = Array(String(describing: name).utf8)
    guard let start = place(after: name) else { return nil }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    return bytes[start..<end].split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of the process that traces; `nil` when the status does not tell.
  package var tracer: Int32? { field("TracerPid")?.first.flatMap { Int32($0) } }

  /// The user in force, and the privileges in force.
  package var credentials: ProcessCredentials? {
    guard let users = field("Uid"), users.count == 4, let user = UInt32(users[1]),
      let text = field("CapEff")?.first, let capabilities = UInt64(text, radix: 16)
    else { return nil }
    return ProcessCredentials(user: user, capabilities: capabilities)
  }

  /// Where the value begins; the first field of that name counts, as the kernel writes each once.
  private func place(after name: [UInt8]) -> Int? {
    var start = 0
    while start < bytes.count {
      let colon = start + name.count
      if colon < bytes.count, bytes[colon] == UInt8(ascii: ":"), bytes[start..<colon].elementsEqual(name) {
        return colon + 1
      }
      while start < bytes.count, bytes[start] != UInt8(ascii: "\n") { start += 1 }
      start += 1
    }
    return nil
  }
}
