#if !canImport(Darwin)
public import OmamoriCore
import OmamoriCrypto

/// A code on paper that opens a keychain file when everything else is lost.
///
/// It holds 160 random bits, written as nine groups of four characters in Crockford's alphabet, of which the last group is a
/// checksum. Reading heeds neither case nor spaces nor hyphens, takes O for 0 and I or L for 1, also in full width, and
/// corrects one wrong character or two neighbours that were exchanged. Prints as `<redacted>`. A value; safe to share between
/// threads.
///
/// Source: <https://www.crockford.com/base32.html>.
public struct RecoveryCode: Sendable {
  /// The number of random bytes.
  public static let byteCount = 20
  /// The number of characters without hyphens.
  public static let characterCount = 36

  /// The random bytes.
  let secret: SharedSecretBytes

  /// Makes a new code.
  ///
  /// - Parameter randomness: The source of the bits.
  /// - Throws: ``KeychainError/backend(code:)`` when the system gives no random bytes.
  public init(from randomness: some Randomness = SystemRandomness()) throws(KeychainError) {
    do throws(CoreError) {
      secret = SharedSecretBytes(try SecretBytes(randomCount: Self.byteCount, from: randomness))
    } catch {
      throw .backend(code: 0)
    }
  }

  init(_ secret: SharedSecretBytes) { self.secret = secret }

  /// The code as a person writes it down: 44 ASCII characters, such as `7KQ2-…-9D0F`.
  ///
  /// - Returns: The characters.
  public func text() -> SecretBytes {
    let alphabet = Array(Self.alphabet)
    let check = Self.checksum(secret)
    return secret.withBytes { secret in
      SecretBytes(count: Self.characterCount + Self.characterCount / 4 - 1) { text in
        for index in 0..<Self.characterCount {
          let symbol =
            index < 32
            ? Self.bits(secret, at: index * 5) : Int(check >> UInt32(5 * (35 - index))) & 31
          let place = index + index / 4
          text.storeBytes(of: alphabet[symbol], toByteOffset: place, as: UInt8.self)
          if index % 4 == 3, index + 1 < Self.characterCount {
            text.storeBytes(of: 0x2D, toByteOffset: place + 1, as: UInt8.self)
          }
        }
      }
    }
  }

  /// The characters of the values 0 to 31.
  static let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8

  /// The value of the last four characters: 20 bits that show mistakes, and no more.
  static func checksum(_ secret: SharedSecretBytes) -> UInt32 {
    var hash = SHA256()
    hash.update(data: Array("omamori recovery code".utf8))
    // because the buffer is only read during the call
    secret.withBytes { unsafe $0.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) } }
    return hash.finalize().prefix(3).reduce(0) { $0 << 8 | UInt32($1) } >> 4
  }

  /// Five bits of the secret, from a bit on that lies within it.
  private static func bits(_ secret: RawSpan, at bit: Int) -> Int {
    var value = 0
    for index in bit..<bit + 5 {
      // because 32 times 5 bits are the 20 bytes of every secret
      let byte = unsafe secret.unsafeLoad(fromByteOffset: index / 8, as: UInt8.self)
      value = value << 1 | Int(byte >> UInt8(7 - index % 8)) & 1
    }
    return value
  }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
