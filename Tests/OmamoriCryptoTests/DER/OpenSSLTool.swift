import Foundation

/// The `openssl` program, with a folder for the files of one test that is removed in the end.
final class OpenSSLTool {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isAvailable: Bool { path != nil }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and gives its path.
  func write(_ name: String, _ content: some DataProtocol) throws -> String {
    let file = folder.appending(path: name)
    try Data(content).write(to: file)
    return file.path
  }

  /// Writes a file and gives its path.
  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  /// Runs the program and gives what it prints.
  @discardableResult
  func run(_ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: Self.path ?? "")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "openssl \(arguments.joined(separator: " ")): \(process.terminationStatus)")
    }
    return data
  }
}
