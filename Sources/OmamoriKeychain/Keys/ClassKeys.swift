import OmamoriCrypto

/// The keys of one accessibility class.
///
/// Safe to share between threads.
struct ClassKeys: Sendable {
  /// Seals names and attributes.
  let metadata: SymmetricKey
  /// Seals the items' own keys.
  let secret: SymmetricKey
}
