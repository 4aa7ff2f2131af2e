public import OmamoriCore

/// An assertion that was verified and is used up.
///
/// A value; safe to share between threads.
public struct VerifiedAssertion: Sendable, Hashable {
  /// The identifier of the key.
  public let keyID: Data
  /// The counter, which the server holds now.
  public let counter: UInt32
  /// What the system says about the app, from iOS 27 on.
  public let extensions: AppAttestExtensions
}
