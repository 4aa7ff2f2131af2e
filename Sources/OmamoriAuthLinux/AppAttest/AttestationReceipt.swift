public import OmamoriCore

/// A receipt of App Attest that Apple signed and a server verified.
///
/// Source: <https://developer.apple.com/documentation/devicecheck/assessing-fraud-risk>. A value; safe to share between
/// threads.
public struct AttestationReceipt: Sendable, Hashable {
  /// Why Apple made a receipt.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// For an attestation; it holds no metric.
    case attestation = "ATTEST"
    /// For a server that asked with an earlier receipt.
    case refreshed = "RECEIPT"
  }

  /// Why it was made.
  public let kind: Kind
  /// When it was made.
  public let creationDate: Date
  /// How many keys the app attested on this device in the last 30 days, about; `nil` where Apple does not say.
  public let riskMetric: Int?
  /// From when on a new receipt may be asked for; `nil` where Apple does not say.
  public let notBefore: Date?
  /// Until when a new receipt may be asked for with this one.
  public let expirationDate: Date
}
