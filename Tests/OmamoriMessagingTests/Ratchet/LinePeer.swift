import OmamoriCore
import TestSupport

/// Another implementation in a process of its own, which answers each line with one line.
final class LinePeer {
  private struct Silence: Error {}

  private let program: LineProgram

  /// Starts a program.
  init(_ command: [String]) throws { program = try LineProgram(command) }

  /// Starts a script of the folder Python.
  init(script: String) throws { program = try LineProgram(script: script) }

  /// Sends a command with arguments as hexadecimal digits, and waits for the answer.
  func ask(_ command: String, _ arguments: [UInt8]...) throws -> String {
    program.send(([command] + arguments.map(\.hexadecimal)).joined(separator: " "))
    return try program.readLine()
  }

  /// Has the peer seal a plaintext.
  func seal(_ plaintext: [UInt8], _ more: [UInt8]...) throws -> [UInt8] {
    let answer = try more.isEmpty ? ask("seal", plaintext) : ask("seal", plaintext, more[0])
    guard let message = [UInt8](hexadecimal: answer) else { throw Silence() }
    return message
  }

  /// Has the peer open a message, which gives `nil` when it refuses.
  func open(_ message: [UInt8], _ more: [UInt8]...) throws -> [UInt8]? {
    let answer = try more.isEmpty ? ask("open", message) : ask("open", message, more[0])
    return answer == "refused" ? nil : [UInt8](hexadecimal: answer)
  }
}

extension [UInt8] {
  /// The bytes as hexadecimal digits.
  var hexadecimal: String { map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() }
}
