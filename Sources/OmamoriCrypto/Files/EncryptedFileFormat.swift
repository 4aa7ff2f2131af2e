/// The formats for recipients and passwords that files are written in; both are read without asking.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum EncryptedFileFormat: String, Sendable, Hashable, CaseIterable {
  /// AES-256-GCM throughout, HPKE for recipients, Argon2id for passwords, and committing to the key; see
  /// Documentation/formats/omamori-file.md.
  case omamori

  /// The calculations on the header.
  var codec: any FileHeaderCodec.Type {
    switch self {
    case .omamori: OmamoriFileCodec.self
    }
  }
}
