#if !canImport(Darwin)
/// What is wrong with a key or a signature in DER or PEM; holds no part of the input.
///
/// A value; safe to share between threads.
public enum CryptoKitASN1Error: Error, Sendable, Hashable {
  /// The identifier of a field is not valid.
  case invalidFieldIdentifier
  /// The type of a field is not the expected one.
  case unexpectedFieldType
  /// An object identifier is not valid, or names an algorithm other than the expected one.
  case invalidObjectIdentifier
  /// An object has a content that its type does not allow, or something follows it.
  case invalidASN1Object
  /// An integer is not encoded minimally, is negative or is too large.
  case invalidASN1IntegerEncoding
  /// A field ends before its content does.
  case truncatedASN1Field
  /// The length of a field is not encoded minimally or is too large.
  case unsupportedFieldLength
  /// A PEM document is not as RFC 7468 writes it or has another label.
  case invalidPEMDocument
}
#endif
