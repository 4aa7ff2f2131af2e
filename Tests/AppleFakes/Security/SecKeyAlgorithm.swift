// Compared with SecKey.h of Security-61901.0.87.0.1.
public import Foundation

/// See <https://developer.apple.com/documentation/security/seckeyalgorithm>.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
  private let name: String

  /// Takes the name.
  public init(rawValue: CFString) { name = rawValue as String }

  /// The name.
  public var rawValue: CFString { name as NSString }

  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepkcs1v15sha256>.
  public static let rsaSignatureMessagePKCS1v15SHA256 = named("RSASignatureMessagePKCS1v15SHA256")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepkcs1v15sha384>.
  public static let rsaSignatureMessagePKCS1v15SHA384 = named("RSASignatureMessagePKCS1v15SHA384")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepkcs1v15sha512>.
  public static let rsaSignatureMessagePKCS1v15SHA512 = named("RSASignatureMessagePKCS1v15SHA512")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepsssha256>.
  public static let rsaSignatureMessagePSSSHA256 = named("RSASignatureMessagePSSSHA256")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepsssha384>.
  public static let rsaSignatureMessagePSSSHA384 = named("RSASignatureMessagePSSSHA384")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsasignaturemessagepsssha512>.
  public static let rsaSignatureMessagePSSSHA512 = named("RSASignatureMessagePSSSHA512")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsaencryptionoaepsha1>.
  public static let rsaEncryptionOAEPSHA1 = named("RSAEncryptionOAEPSHA1")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsaencryptionoaepsha256>.
  public static let rsaEncryptionOAEPSHA256 = named("RSAEncryptionOAEPSHA256")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsaencryptionoaepsha384>.
  public static let rsaEncryptionOAEPSHA384 = named("RSAEncryptionOAEPSHA384")
  /// See <https://developer.apple.com/documentation/security/seckeyalgorithm/rsaencryptionoaepsha512>.
  public static let rsaEncryptionOAEPSHA512 = named("RSAEncryptionOAEPSHA512")

  private static func named(_ name: String) -> SecKeyAlgorithm { SecKeyAlgorithm(rawValue: name as NSString) }
}

/// See <https://developer.apple.com/documentation/security/seckeyverifysignature(_:_:_:_:_:)>; no key here calculates, so
/// that no signature is valid.
public func SecKeyVerifySignature(
  _ key: SecKey,
  _ algorithm: SecKeyAlgorithm,
  _ signedData: CFData,
  _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  false
}

/// See <https://developer.apple.com/documentation/security/seckeycreatesignature(_:_:_:_:)>; no key here calculates.
public func SecKeyCreateSignature(
  _ key: SecKey,
  _ algorithm: SecKeyAlgorithm,
  _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  nil
}

/// See <https://developer.apple.com/documentation/security/seckeycreateencrypteddata(_:_:_:_:)>; no key here calculates.
public func SecKeyCreateEncryptedData(
  _ key: SecKey,
  _ algorithm: SecKeyAlgorithm,
  _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  nil
}

/// See <https://developer.apple.com/documentation/security/seckeycreatedecrypteddata(_:_:_:_:)>; no key here calculates.
public func SecKeyCreateDecryptedData(
  _ key: SecKey,
  _ algorithm: SecKeyAlgorithm,
  _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  nil
}

/// See <https://developer.apple.com/documentation/security/seckeycreaterandomkey(_:_:)>; no key here calculates.
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  nil
}
