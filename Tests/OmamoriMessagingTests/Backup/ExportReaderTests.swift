import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

@testable import OmamoriMessaging

/// What a reader made from the specification alone finds in an export.
@Suite("Exports and another reader")
struct ExportReaderTests {
  private func read(_ export: [UInt8], _ password: [UInt8]) throws -> [ExportContents.Entry] {
    let request = "{\"export\":\"\(Self.hex(export))\",\"password\":\"\(Self.hex(password))\"}"
    let answer = try Python.run("messaging_export.py", input: Data(request.utf8))
    return try #require(try StrictJSON.parse(answer).arrayValue).map { record in
      let kind = try #require(record[0]?.intValue.flatMap { RecordKind(rawValue: UInt8($0)) })
      let key = Self.bytes(ofHex: try #require(record[1]?.stringValue))
      let bytes = Self.bytes(ofHex: try #require(record[2]?.stringValue))
      return ExportContents.Entry(
        name: RecordName(kind, key: key), bytes: SharedSecretBytes(SecretBytes(copying: bytes)))
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(UInt16($0) | 256, radix: 16).dropFirst() }.joined()
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test(.enabled(if: Python.has("cryptography"))) func anotherReaderFindsTheSame() async throws {
    let store = InMemoryConversationStore()
    _ = try await Messenger.create(as: MessagingAddress(name: "ありす"), in: store, suites: [.x25519])
    for number in 0..<5 {
      let name = RecordName(.application, key: [UInt8](repeating: UInt8(number), count: 51 * number))
      try await store.set(name, String(repeating: "history ", count: 300 * number))
    }
    let code = try RecoveryCode()
    let written = code.text().withBytes { $0.prefixBytes($0.byteCount) }
    let passphrase = "パスフレーズ horse"
    let secrets: [(ExportSecret, [UInt8])] = [
      (.passphrase(Password(passphrase), cost: .least), Array(passphrase.utf8)),
      (.recoveryCode(code), written),
    ]
    for (secret, password) in secrets {
      let export = try await MessagingExport.make(from: store, sealedWith: secret)
      let contents = try await MessagingExport.contents(of: export, openedWith: secret)
      #expect(contents.entries.count == 6)
      #expect(try read(export, password) == contents.entries)
    }
  }
}
