/// What a file is for; only `app` files are reported unless asked otherwise.
public enum FileContext: String, CaseIterable, Sendable, Hashable, Codable {
  /// Ships in the product.
  case app
  /// Belongs to a test target.
  case test
  /// Written by somebody else and carried along: Pods, Carthage, checkouts.
  case vendor
  /// Runs while building, not in the product.
  case script
  /// Written by a tool.
  case generated
  /// Shows how something is used.
  case example
}
