/// The layouts in which applications after the documents' migration sample keep their token.
///
/// All are generic passwords without a service. A value; safe to share between threads.
public enum DocumentLayout: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Account `token`.
  case v0
  /// Account `authToken`.
  case v1
  /// Account `authToken`, with an access control that asks for biometrics.
  case v2

  /// The account of the item.
  public var account: String { self == .v0 ? "token" : "authToken" }

  /// Says whether `left` is the older layout.
  public static func < (left: DocumentLayout, right: DocumentLayout) -> Bool {
    left.rawValue < right.rawValue
  }
}
