/// What a signing key signs; each kind begins with a label of its own, so that no signature serves for another.
enum SignedStatement {
  /// That an agreement key belongs to the signing key.
  case identity(agreementKey: [UInt8])
  /// The signed part of a key bundle, without its signature.
  case keyBundle([UInt8])
  /// A one-time key of a key encapsulation mechanism, without its signature.
  case oneTimeKey([UInt8])

  /// The size of a signature in bytes.
  static let signatureByteCount = 64

  /// The bytes to sign: the label, a zero byte and the content.
  var bytes: [UInt8] {
    switch self {
    case .identity(let key): Array("Omamori Messaging v1 identity".utf8) + [0] + key
    case .keyBundle(let content): Array("Omamori Messaging v1 key bundle".utf8) + [0] + content
    case .oneTimeKey(let content): Array("Omamori Messaging v1 one-time key".utf8) + [0] + content
    }
  }
}
