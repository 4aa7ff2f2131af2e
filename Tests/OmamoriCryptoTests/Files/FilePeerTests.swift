@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

/// Other implementations read what is written here, and the other way round.
@Suite(.enabled(if: PythonPeer.isThere)) struct FilePeerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Cobblestone.allCases, [0, 1, 16_383, 16_384, 700_000])
  func cobblestone(_ suite: Cobblestone, count: Int) throws {
    let plaintext = pattern(count)
    let (key, context) = (pattern(suite.keyByteCount), pattern(20))
    let symmetricKey = SymmetricKey(data: key)
    try folder.write(plaintext, to: "plain")
    try FileEncryptor(key: symmetricKey, context: context, suite: suite)
      .encrypt(.path(folder.path("plain")), to: .path(folder.path("ours")))
    let common = ["key": digits(key), "context": digits(context)]
    _ = try PythonPeer.ask(
      "cobblestone.py",
      common.merging(["do": "open", "from": folder.path("ours"), "to": folder.path("opened")]) { $1 })
    #expect(try folder.bytes(of: "opened") == plaintext)
    _ = try PythonPeer.ask(
      "cobblestone.py",
      common.merging(["do": "seal", "from": folder.path("plain"), "to": folder.path("theirs")]) { $1 })
    try FileDecryptor(key: symmetricKey, context: context, suite: suite)
      .decrypt(.path(folder.path("theirs")), to: .path(folder.path("back")))
    #expect(try folder.bytes(of: "back") == plaintext)
  }

  /// The reader in Python was written from the page of the format.
  @Test func omamoriForRecipients() throws {
    let secrets = [[UInt8](repeating: 0x41, count: 32), [UInt8](repeating: 0x42, count: 32)]
    let identities = try secrets.map { try Identity(rawRepresentation: SecretBytes(copying: $0)) }
    let plaintext = pattern(40_000)
    try folder.write(FileEncryptor(to: identities.map(\.recipient)).encrypt(plaintext), to: "sealed")
    for secret in secrets {
      let answer = try ask(["identity": digits(secret)])
      #expect(answer["plaintext"] == digits(plaintext))
    }
    #expect(try ask(["identity": digits([UInt8](repeating: 0x43, count: 32))])["refused"] == "identity")
    var changed = try folder.bytes(of: "sealed")
    changed[20] ^= 1
    try folder.write(changed, to: "sealed")
    #expect(try ask(["identity": digits(secrets[1])])["refused"] != nil, "the MAC covers the other stanza")
    #expect(throws: CryptoError.authenticationFailed) {
      try FileDecryptor(identities: [identities[1]]).decrypt(changed)
    }
  }

  @Test func omamoriWithPassword() throws {
    let password = "お守り"
    let sealed = try FileEncryptor(password: Password(password), cost: .least).encrypt(pattern(100))
    try folder.write(sealed, to: "sealed")
    #expect(try ask(["password": password])["plaintext"] == digits(pattern(100)))
    #expect(try ask(["password": "お守"])["refused"] == "password")
  }

  private func ask(_ keys: [String: String]) throws -> [String: String] {
    try PythonPeer.ask("omamori_file.py", keys.merging(["file": folder.path("sealed")]) { $1 })
  }

  private func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
