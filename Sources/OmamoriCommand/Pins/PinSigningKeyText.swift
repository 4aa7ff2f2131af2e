import CommandLineKit
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// The public key of signed pin sets as it is typed: `omamori-pin-key:` and Base64URL.
struct PinSigningKeyText: CommandLineValue {
  static let prefix = "omamori-pin-key:"

  /// The key.
  let key: PinSigningKey

  init(_ key: PinSigningKey) { self.key = key }

  /// Reads a key.
  init?(commandLine word: String) {
    guard word.hasPrefix(Self.prefix), let bytes = try? Base64URL.decode(word.dropFirst(Self.prefix.count)),
      let key = try? PinSigningKey(rawRepresentation: Data(bytes))
    else { return nil }
    self.key = key
  }

  /// The key as a text.
  var commandLineWord: String { Self.prefix + Base64URL.encode(Array(key.rawRepresentation)) }

  /// Says which form is wanted.
  static var expectation: HelpText? {
    HelpText(
      "the public key that 'omamori pin keygen' printed (omamori-pin-key:…)",
      ja: "'omamori pin keygen' が出力した公開鍵（omamori-pin-key:…）")
  }

  /// For programs.
  var json: JSONValue {
    [
      "publicKey": .string(commandLineWord), "base64": .string(key.rawRepresentation.base64EncodedString()),
      "identifier": .string(Base64URL.encode(key.identifier)),
    ]
  }
}
