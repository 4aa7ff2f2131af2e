import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// The profile of version 3 of Signal's messages, for tests alone: labels that begin with Whisper, protocol buffers, and
/// a code of eight bytes over both identities and the message.
enum SignalMessages: RatchetProfile {
  static let code: UInt8 = 201

  private static let version: UInt8 = 0x33
  private static let codeSize = 8
  private static let none = SharedSecretBytes(OpenHeaders.zeros)

  static func step(root: SharedSecretBytes, agreed: borrowing SecretBytes) -> RootStep {
    let keys = OpenHeaders.hkdf(SharedSecretBytes(agreed.copy()), salt: root.bytes, "WhisperRatchet", 64)
    return RootStep(
      rootKey: SharedSecretBytes(Array(keys[..<32])), chainKey: SharedSecretBytes(Array(keys[32...])),
      nextHeaderKey: none)
  }

  static func step(chain: SharedSecretBytes) -> ChainStep { OpenHeaders.step(chain: chain) }

  static func seal(
    _ plaintext: [UInt8],
    _ header: RatchetHeader,
    messageKey: SharedSecretBytes,
    headerKey: SharedSecretBytes,
    in context: RatchetContext,
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    let keys = Keys(messageKey)
    var message = [version]
    message.append(field: 1, bytes: [5] + header.ratchetKey)
    message.append(field: 2, integer: header.number)
    message.append(field: 3, integer: max(header.previousCount, 1) - 1)
    message.append(
      field: 4, bytes: try OpenHeaders.encrypt(plaintext, key: keys.cipher, vector: keys.vector))
    return message + OpenHeaders.hmac(keys.code, context.data + message).prefix(codeSize)
  }

  static func header(of message: [UInt8], headerKey: SharedSecretBytes, binding: [UInt8]) -> RatchetHeader? {
    Parts(message)?.header
  }

  static func open(
    _ message: [UInt8],
    messageKey: SharedSecretBytes,
    in context: RatchetContext
  ) throws(MessagingError) -> [UInt8] {
    let keys = Keys(messageKey)
    let code = OpenHeaders.hmac(keys.code, context.data + message.dropLast(codeSize)).prefix(codeSize)
    guard let parts = Parts(message), ConstantTime.equal(Array(code), Array(message.suffix(codeSize))) else {
      throw .message(.forged)
    }
    return try OpenHeaders.decrypt(parts.ciphertext, key: keys.cipher, vector: keys.vector)
  }

  /// The first root key: X3DH without a one-time prekey.
  static func rootKey(_ agreements: [SharedSecretBytes]) -> SharedSecretBytes {
    let material = [UInt8](repeating: 0xFF, count: 32) + agreements.flatMap(\.bytes)
    let keys = OpenHeaders.hkdf(SharedSecretBytes(material), salt: OpenHeaders.zeros, "WhisperText", 64)
    return SharedSecretBytes(Array(keys[..<32]))
  }

  /// What is derived from a message key.
  private struct Keys {
    let (cipher, vector): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    let code: [UInt8]

    init(_ messageKey: SharedSecretBytes) {
      let keys = OpenHeaders.hkdf(messageKey, salt: OpenHeaders.zeros, "WhisperMessageKeys", 80)
      (cipher, code, vector) = (keys[..<32], Array(keys[32..<64]), keys[64...])
    }
  }

  /// The fields of a message.
  private struct Parts {
    let header: RatchetHeader
    let ciphertext: [UInt8]

    init?(_ message: [UInt8]) {
      guard message.count > 1 + SignalMessages.codeSize, message[0] == SignalMessages.version else {
        return nil
      }
      var rest = message[1..<message.count - SignalMessages.codeSize]
      guard let key = rest.takeBytes(field: 1), key.count == 33, key.first == 5,
        let number = rest.takeInteger(field: 2), let before = rest.takeInteger(field: 3), before < .max,
        let ciphertext = rest.takeBytes(field: 4), rest.isEmpty
      else { return nil }
      // libsignal-protocol-c writes the number of the last message, not how many there were.
      header = RatchetHeader(ratchetKey: Array(key.dropFirst()), previousCount: before + 1, number: number)
      self.ciphertext = Array(ciphertext)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(field: UInt8, integer: UInt32) {
    append(field << 3)
    append(variable: integer)
  }

  fileprivate mutating func append(field: UInt8, bytes: [UInt8]) {
    append(field << 3 | 2)
    append(variable: UInt32(bytes.count))
    append(contentsOf: bytes)
  }

  private mutating func append(variable value: UInt32) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeInteger(field: UInt8) -> UInt32? {
    popFirst() == field << 3 ? takeVariable() : nil
  }

  fileprivate mutating func takeBytes(field: UInt8) -> ArraySlice<UInt8>? {
    guard popFirst() == field << 3 | 2, let size = takeVariable(), size <= UInt32(count) else { return nil }
    defer { removeFirst(Int(size)) }
    return prefix(Int(size))
  }

  private mutating func takeVariable() -> UInt32? {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 35, by: 7) {
      guard let byte = popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return UInt32(exactly: value) }
    }
    return nil
  }
}
