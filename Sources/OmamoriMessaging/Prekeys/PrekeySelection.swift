import OmamoriCore

/// The private halves that belong to an opening.
struct PrekeySelection: Sendable {
  /// The suites that were offered with the signed prekey.
  let suites: SuiteList
  /// SHA-256 of the signed part that was offered.
  let signedPartDigest: [UInt8]
  /// Both halves of the signed prekey.
  let signedPrekey: SharedSecretBytes
  /// Both halves of the one-time key of X25519, or `nil` when none was used.
  let oneTimeKey: SharedSecretBytes?
  /// The seed of the key that was encapsulated to, or `nil` when the suite has none.
  let encapsulationSeed: SharedSecretBytes?
}
