import OmamoriCore
import OmamoriTransport

/// The pin of a relay as it is typed: SHA-256 of its public key in Base64, with `sha256//` before it or without.
struct RelayPin: CommandLineValue, Hashable {
  /// The pin.
  let pin: CertificatePin

  init?(commandLine word: String) {
    // because what is no pin is refused as a word
    guard let pin = try? CertificatePin(.publicKey, base64: word) else { return nil }
    self.pin = pin
  }

  var commandLineWord: String { "sha256//" + pin.base64 }
  static var expectation: LocalizedText {
    LocalizedText(
      "the pin that 'omamori-chat relay' prints, such as sha256//… with 44 characters",
      ja: "'omamori-chat relay' が出力するピン（sha256// と 44 文字）")
  }
}
