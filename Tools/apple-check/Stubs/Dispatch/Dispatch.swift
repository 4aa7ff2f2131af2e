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

/// See <https://developer.apple.com/documentation/dispatch/dispatchtime>.
public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
  public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
  public var uptimeNanoseconds: UInt64 { rawValue }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}

/// See <https://developer.apple.com/documentation/dispatch/dispatchtimeoutresult>.
@frozen public enum DispatchTimeoutResult: Sendable {
  case success
  case timedOut
}

/// See <https://developer.apple.com/documentation/dispatch/dispatchsemaphore>.
open class DispatchSemaphore: @unchecked Sendable {
  /// See <https://developer.apple.com/documentation/dispatch/dispatchsemaphore/init(value:)>.
  public init(value: Int) {}

  /// See <https://developer.apple.com/documentation/dispatch/dispatchsemaphore/signal()>.
  @discardableResult public func signal() -> Int { 0 }

  /// See <https://developer.apple.com/documentation/dispatch/dispatchsemaphore/wait()>.
  @available(*, noasync, message: "Await a Task handle instead")
  public func wait() {}

  /// See <https://developer.apple.com/documentation/dispatch/dispatchsemaphore>.
  @available(*, noasync, message: "Await a Task handle instead")
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
