/// The formats for recipients and passwords that files are written in; both are read without asking.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum EncryptedFileFormat: String, Sendable, Hashable, CaseIterable {
  /// AES-256-GCM throughout, HPKE for recipients, Argon2id for passwords, and committing to the key; see
  /// Documentation/formats/omamori-file.md.
  case omamori
  /// age, version 1 (c2sp.org/age): ChaCha20-Poly1305, X25519 or X-Wing for recipients, scrypt for passwords; other
  /// programs read it.
  case age
  /// age in armor, as text of 64 columns.
  case armoredAge = "age-armor"

  /// The calculations on the header.
  var codec: any FileHeaderCodec.Type {
    switch self {
    case .omamori: OmamoriFileCodec.self
    case .age, .armoredAge: AgeFileCodec.self
    }
  }

  /// Whether the file is text.
  var isArmored: Bool { self == .armoredAge }
}
