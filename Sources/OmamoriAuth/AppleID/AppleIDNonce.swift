public import OmamoriCore
import OmamoriCrypto

/// A nonce that binds an identity token of Apple to one request.
///
/// Apple is shown the digest and the server gets the nonce itself, so that a stolen token cannot be used with it. Prints
/// nothing of it. A value; safe to share between threads.
public struct AppleIDNonce: Sendable, Equatable {
  /// The nonce itself, for the app and its server only.
  public let raw: SecretText

  /// Makes a nonce.
  ///
  /// - Parameter randomness: Where it comes from.
  /// - Throws: ``AuthError/core(_:)`` without randomness.
  public init(randomness: any Randomness = SystemRandomness()) throws(AuthError) {
    do throws(CoreError) {
      raw = SecretText(copying: Base64URL.encode(try randomness.bytes(count: 32)))
    } catch {
      throw .core(error)
    }
  }

  /// Takes over the nonce that an app brings along.
  ///
  /// - Parameter raw: The nonce itself, 16 to 1024 bytes; a server must have made it or seen it before.
  /// - Throws: ``AuthError/configuration(_:)`` for another size.
  public init(raw: SecretText) throws(AuthError) {
    guard 16...1024 ~= raw.count else { throw .configuration(.parameter) }
    self.raw = raw
  }

  /// What Apple is shown: the SHA-256 digest in 64 lower-case hexadecimal digits.
  public var digest: String {
    let digits = Array("0123456789abcdef".utf8)
    let digest = raw.withBytes { SHA256.hash(data: $0.byteArray) }
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
