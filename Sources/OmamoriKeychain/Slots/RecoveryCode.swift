public import OmamoriCore
import OmamoriCrypto

/// A code on paper that opens a keychain file when everything else is lost.
///
/// It holds 160 random bits, written as nine groups of four characters in Crockford's alphabet, of which the last group is a
/// checksum. Reading heeds neither case nor spaces nor hyphens, takes O for 0 and I or L for 1, also in full width, and
/// corrects one wrong character or two neighbours that were exchanged. Prints as `<redacted>`.
///
/// Source: <https://www.crockford.com/base32.html>.
public struct RecoveryCode: Sendable {
  /// The number of random bytes.
  public static let byteCount = 20
  /// The number of characters without hyphens.
  public static let characterCount = 36

  /// The random bytes.
  package let secret: SharedSecretBytes

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

extension RecoveryCode: RedactedDescription {}

extension RecoveryCode {
  /// The maximum length of a code as a person types it, in bytes of UTF-8.
  public static let maximumTextByteCount = 512

  /// Reads a code that a person typed.
  ///
  /// - Parameter text: The code in UTF-8, with any spaces and hyphens.
  /// - Throws: ``KeychainError/wrongCredential`` for a text that is no code, or has more mistakes than can be corrected.
  public init(reading text: borrowing SecretBytes) throws(KeychainError) {
    guard text.count <= Self.maximumTextByteCount, var symbols = Self.symbols(text.bytes) else {
      throw .wrongCredential
    }
    if let secret = Self.secret(symbols) {
      self.init(secret)
      return
    }
    guard let corrected = Self.corrected(&symbols) else { throw .wrongCredential }
    self.init(corrected)
  }

  /// The values of the characters; `nil` when they are not 36 of the alphabet.
  private static func symbols(_ text: RawSpan) -> SecretBytes? {
    let values = values
    var count = 0
    var isCode = true
    let symbols = SecretBytes(count: characterCount) { symbols in
      // because the buffer is only read inside the closure
      unsafe text.withUnsafeBytes { text in
        var (codec, iterator) = unsafe (UTF8(), text.makeIterator())
        while isCode, case let decoded = unsafe codec.decode(&iterator), decoded != .emptyInput {
          guard case .scalarValue(let scalar) = decoded else {
            isCode = false
            continue
          }
          if isSeparator(scalar) { continue }
          let narrow = 0xFF01...0xFF5E ~= scalar.value ? scalar.value - 0xFEE0 : scalar.value
          guard narrow < 128, let value = values[UInt8(narrow)], count < characterCount else {
            isCode = false
            continue
          }
          symbols.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
          count += 1
        }
      }
    }
    guard isCode, count == characterCount else { return nil }
    return symbols
  }

  /// What each character stands for, those included that are taken for others.
  private static var values: [UInt8: UInt8] {
    var values: [UInt8: UInt8] = [:]
    for (value, character) in alphabet.enumerated() {
      values[character] = UInt8(value)
      if character >= 0x41 { values[character | 0x20] = UInt8(value) }
    }
    for (character, value) in zip("OoIiLlUu".utf8, [0, 0, 1, 1, 1, 1, 27, 27] as [UInt8]) {
      values[character] = value
    }
    return values
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFF0D, 0x30FC: true
    default: scalar.properties.isWhitespace || scalar.properties.isDash
    }
  }

  /// The secret of 36 values, if the checksum is right.
  private static func secret(_ symbols: borrowing SecretBytes) -> SharedSecretBytes? {
    var checksum: UInt32 = 0
    let secret = SharedSecretBytes(
      SecretBytes(count: byteCount) { secret in
        let symbols = symbols.bytes
        var (pending, bits): (UInt32, UInt32) = (0, 0)
        var place = 0
        for index in 0..<characterCount {
          // because there are as many values
          let value = UInt32(unsafe symbols.unsafeLoad(fromByteOffset: index, as: UInt8.self))
          guard index < 32 else {
            checksum = checksum << 5 | value
            continue
          }
          (pending, bits) = (pending << 5 | value, bits + 5)
          guard bits >= 8 else { continue }
          bits -= 8
          secret.storeBytes(
            of: UInt8(truncatingIfNeeded: pending >> bits), toByteOffset: place, as: UInt8.self)
          place += 1
        }
      })
    return checksum == self.checksum(secret) ? secret : nil
  }

  /// The only secret that is one wrong character or two exchanged neighbours away; `nil` for none or several.
  private static func corrected(_ symbols: inout SecretBytes) -> SharedSecretBytes? {
    var found: SharedSecretBytes?
    for place in 0..<characterCount {
      let original = byte(symbols, place)
      for value in UInt8(0)..<32 where value != original {
        set(&symbols, place, value)
        guard let secret = secret(symbols) else { continue }
        if let found, found != secret { return nil }
        found = secret
      }
      set(&symbols, place, original)
      guard place + 1 < characterCount, case let next = byte(symbols, place + 1), next != original else {
        continue
      }
      set(&symbols, place, next)
      set(&symbols, place + 1, original)
      let secret = secret(symbols)
      set(&symbols, place, original)
      set(&symbols, place + 1, next)
      guard let secret else { continue }
      if let found, found != secret { return nil }
      found = secret
    }
    return found
  }

  private static func byte(_ symbols: borrowing SecretBytes, _ place: Int) -> UInt8 {
    // because the callers stay below the number of values
    unsafe symbols.bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  private static func set(_ symbols: inout SecretBytes, _ place: Int, _ value: UInt8) {
    symbols.withMutableBytes { $0.storeBytes(of: value, toByteOffset: place, as: UInt8.self) }
  }
}
