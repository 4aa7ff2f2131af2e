#if !canImport(Darwin)
public import OmamoriCore
import OmamoriCrypto

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
#endif
