// The part of Dispatch that adapters use. Pages are under https://developer.apple.com/documentation/dispatch/.

/// See <https://developer.apple.com/documentation/dispatch/dispatchqueue>.
open class DispatchQueue: @unchecked Sendable {
  /// See <https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes>.
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Self(rawValue: 1 << 1)
  }

  /// See <https://developer.apple.com/documentation/dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)>.
  public convenience init(label: String, attributes: Attributes = []) { self.init() }
  init() {}

  /// See <https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:qos:flags:execute:)>.
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}
