import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// A file with the private key of signed pin sets: comments, and one line with the key in hexadecimal digits.
enum PinSecretKeyFile {
  private static let prefix = Array("omamori-pin-secret-key:".utf8)
  private static let greatestSize = 1 << 12
  private static let digits = Array("0123456789abcdef".utf8)

  /// Makes a key and writes it to a new file that only its owner can read.
  ///
  /// - Returns: The public key.
  /// - Throws: ``CryptoFault`` when something stands there, `CommandLineError`.
  static func create(_ path: String) throws -> PinSigningKey {
    let secret = try SecretBytes(randomCount: 32)
    let key = PinSigningKey(try privateKey(secret).publicKey)
    let head = """
      # created: \(Date().formatted(.iso8601))
      # public key: \(PinSigningKeyText(key).commandLineWord)
      # Keep it on a machine that is not connected.

      """
    let start = Array(head.utf8) + prefix
    let text = SecretBytes(count: start.count + 65) { bytes in
      // because every buffer stays inside the closure, and together they have the size of the target
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe target.copyBytes(from: start)
        unsafe secret.bytes.withUnsafeBytes { source in
          for index in 0..<32 {
            unsafe target[start.count + 2 * index] = digits[Int(source[index] >> 4)]
            unsafe target[start.count + 2 * index + 1] = digits[Int(source[index] & 15)]
          }
        }
        unsafe target[start.count + 64] = UInt8(ascii: "\n")
      }
    }
    try SecretFile.create(path, text)
    return key
  }

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - arguments: Where a file that others can read is warned of.
  /// - Returns: The key.
  /// - Throws: ``CryptoFault`` for what is no key.
  static func read(_ path: String, _ arguments: Arguments) throws -> Curve25519.Signing.PrivateKey {
    arguments.warnIfOthersCanRead(path)
    let text = try SecretInput.read(path, limit: greatestSize)
    let place = text.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeBytes { unsafe keyStart(in: $0) }
    }
    guard let place else { throw CryptoFault.noSigningKey(path) }
    let secret = SecretBytes(count: 32) { target in
      // because the place has 64 digits behind it, and the target has 32 bytes
      unsafe target.withUnsafeMutableBytes { target in
        unsafe text.bytes.withUnsafeBytes { source in
          for index in 0..<32 {
            let (high, low) = unsafe (source[place + 2 * index], source[place + 2 * index + 1])
            unsafe target[index] = value(high) << 4 | value(low)
          }
        }
      }
    }
    return try privateKey(secret)
  }

  private static func privateKey(_ secret: borrowing SecretBytes) throws -> Curve25519.Signing.PrivateKey {
    try secret.withBytes { bytes in
      // because the key copies the bytes while the buffer is there
      try unsafe bytes.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }
  }

  /// Where the 64 digits begin; `nil` unless exactly one line is a key and the others are comments.
  private static func keyStart(in text: UnsafeRawBufferPointer) -> Int? {
    var (place, count, start): (Int?, Int, Int) = (nil, 0, 0)
    while start < text.count {
      // because every position that is read lies within the text
      var end = start
      while unsafe end < text.count && text[end] != UInt8(ascii: "\n") { end += 1 }
      let next = end + 1
      if unsafe end > start && text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      let isComment = unsafe end == start || text[start] == UInt8(ascii: "#")
      if !isComment {
        let digits = start + prefix.count
        guard end - digits == 64, unsafe text[start..<digits].elementsEqual(prefix),
          unsafe text[digits..<end].allSatisfy({ isDigit($0) })
        else { return nil }
        (place, count) = (digits, count + 1)
      }
      start = next
    }
    return count == 1 ? place : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// The value of a digit, without a branch or a look-up that depends on it.
  private static func value(_ byte: UInt8) -> UInt8 { (byte & 15) &+ (byte >> 6) &* 9 }
}

extension CryptoFault {
  fileprivate static func noSigningKey(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) is not the private key of signed pin sets",
        ja: "\(Printable.quote(path)) は署名付きピンセット用の秘密鍵ではありません"),
      hint: HelpText(
        "give the file that 'omamori pin keygen' wrote", ja: "'omamori pin keygen' で作成したファイルを指定してください"))
  }
}
