import Foundation
import TestSupport

/// A folder with a key, to encrypt and decrypt in.
struct CryptoSandbox {
  let folder: TemporaryFolder
  /// The public half of the identity in the file `key`.
  let recipient: String

  init() throws {
    folder = try TemporaryFolder()
    let made = try Omamori.run("keygen", "-o", "key", in: folder)
    recipient = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try folder.write("the password\n", to: "password")
    chmod("password", 0o600)
  }

  /// Runs the tool, with a file as its standard input where one is named.
  func run(_ words: String..., input: String? = nil) throws -> Ended {
    try Program(Omamori.path, words, in: folder, input: input).wait(seconds: 120)
  }

  /// Runs a line of bash, in which `$R` is the recipient.
  func shell(_ line: String) throws -> Ended {
    try Program(Program.find("bash") ?? "/bin/bash", ["-c", line], in: folder, environment: ["R": recipient])
      .wait(seconds: 300)
  }

  /// Changes the permissions of a file.
  func chmod(_ name: String, _ mode: mode_t) {
    // because the name is a string that outlives the call
    _ = unsafe Foundation.chmod(folder.path(name), mode)
  }

  /// The permissions of a file.
  func permissions(of name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int ?? 0
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.path(name))) }

  /// Writes a file that no compression or pattern makes small.
  func writeNoise(_ count: Int, to name: String, seed: UInt64 = Seed.value) throws {
    var generator = SplitMix(state: seed)
    var data = Data(capacity: count + 8)
    while data.count < count {
      let number = generator.next()
      data.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    try folder.write(data.prefix(count), to: name)
  }
}
