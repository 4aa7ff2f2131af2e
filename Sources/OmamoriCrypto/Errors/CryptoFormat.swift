public import OmamoriCore

/// A format that OmamoriCrypto reads.
public enum CryptoFormat: String, Sendable, Hashable, CaseIterable {
  /// An encrypted file of Omamori, with a header for recipients or a password.
  case omamoriFile
  /// The chunked body of an encrypted file, Cobblestone (c2sp.org/chunked-encryption).
  case cobblestone
  /// An age file, version 1 (age-encryption.org/v1).
  case ageFile
  /// The text armor of an age file.
  case ageArmor
  /// A recipient (public key) as text.
  case recipient
  /// An identity (private key) as text.
  case identity
  /// A sealed field of a database.
  case sealedField
  /// A set of keys.
  case keyset
  /// A password hash as a PHC string.
  case passwordHash
  /// A key in DER.
  case der
  /// A key in PEM.
  case pem
  /// A ciphertext of ECIES.
  case ecies
  /// A file of 1 MiB AES-GCM boxes without a header, as some old programs wrote it.
  case legacyChunks
  /// A ciphertext of a key encapsulation mechanism.
  case encapsulatedKey
  /// An X.509 certificate.
  case certificate
  /// A signed message of CMS (PKCS #7), such as a receipt.
  case signedMessage

  /// The name in a sentence.
  public var name: LocalizedText {
    switch self {
    case .omamoriFile: LocalizedText("Omamori file", ja: "Omamori暗号化ファイル")
    case .cobblestone: LocalizedText("chunked ciphertext", ja: "チャンク形式の暗号文")
    case .ageFile: LocalizedText("age file", ja: "ageファイル")
    case .ageArmor: LocalizedText("age armor", ja: "ageのアーマー")
    case .recipient: LocalizedText("recipient", ja: "受信者の公開鍵")
    case .identity: LocalizedText("identity", ja: "秘密鍵（identity）")
    case .sealedField: LocalizedText("sealed field", ja: "暗号化フィールド")
    case .keyset: LocalizedText("keyset", ja: "キーセット")
    case .passwordHash: LocalizedText("password hash", ja: "パスワードハッシュ")
    case .der: LocalizedText("DER key", ja: "DER形式の鍵")
    case .pem: LocalizedText("PEM key", ja: "PEM形式の鍵")
    case .ecies: LocalizedText("ECIES ciphertext", ja: "ECIESの暗号文")
    case .legacyChunks: LocalizedText("old chunked file", ja: "旧形式の分割暗号化ファイル")
    case .encapsulatedKey: LocalizedText("encapsulated key", ja: "カプセル化された鍵")
    case .certificate: LocalizedText("certificate", ja: "証明書")
    case .signedMessage: LocalizedText("signed message", ja: "署名付きメッセージ（CMS）")
    }
  }
}
