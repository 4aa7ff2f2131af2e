public import OmamoriCore

/// A purchase within an app, as an ``AppStoreReceipt`` lists it.
///
/// A value; safe to share between threads. Source:
/// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ReceiptFields.html>.
public struct AppStorePurchase: Sendable, Hashable {
  /// What was bought.
  public let productIdentifier: String
  /// How many.
  public let quantity: Int
  /// The transaction.
  public let transactionIdentifier: String
  /// When it was bought or renewed.
  public let purchaseDate: Date
  /// Until when a subscription runs; `nil` for what is none.
  public let expirationDate: Date?
  /// When the store took it back; `nil` when it did not.
  public let cancellationDate: Date?

  /// Notes a purchase.
  public init(
    productIdentifier: String, quantity: Int, transactionIdentifier: String, purchaseDate: Date,
    expirationDate: Date? = nil, cancellationDate: Date? = nil
  ) {
    (self.productIdentifier, self.quantity) = (productIdentifier, quantity)
    (self.transactionIdentifier, self.purchaseDate) = (transactionIdentifier, purchaseDate)
    (self.expirationDate, self.cancellationDate) = (expirationDate, cancellationDate)
  }
}
