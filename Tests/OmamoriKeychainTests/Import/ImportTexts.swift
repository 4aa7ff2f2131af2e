import Foundation
import OmamoriCore
import OmamoriKeychain

/// The items of a result as texts that tests can compare.
func texts(_ items: [NewItem]) -> [String] {
  items.map { item in
    let attributes = item.attributes
    var parts = [item.itemClass.rawValue]
    for attribute in [ItemAttribute.service, .server, .networkProtocol, .port, .path, .account] {
      switch attributes[attribute] {
      case .text(let text) where !text.isEmpty: parts.append("\(attribute.rawValue)=\(text)")
      case .number(let number): parts.append("\(attribute.rawValue)=\(number)")
      default: continue
      }
    }
    return parts.joined(separator: " ") + " > " + plain(item.secret)
  }
}

/// The secret as a text.
func plain(_ secret: SharedSecretBytes?) -> String {
  guard let secret else { return "<none>" }
  let bytes = secret.withBytes { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
  return String(validating: bytes, as: UTF8.self)
    ?? bytes.map { String($0, radix: 16) }.joined(separator: " ")
}

/// A secret of a text.
func shared(_ text: String) -> SharedSecretBytes { SharedSecretBytes(SecretBytes(copying: Array(text.utf8))) }

/// Runs programs with a home of their own.
struct Program {
  let path: String

  init?(_ name: String) {
    let found = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
    guard let path = found.first(where: FileManager.default.isExecutableFile(atPath:)) else { return nil }
    self.path = path
  }

  struct Failure: Error { let status: Int32 }

  func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return Array(output)
  }
}
