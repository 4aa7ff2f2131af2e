// Compared with SecTask.h of Security-61901.0.87.0.1; visionOS: its page.
public import Foundation

/// See <https://developer.apple.com/documentation/security/sectask>.
@available(iOS, unavailable) @available(visionOS, unavailable)
public final class SecTask: NSObject, Sendable {
  /// The rights that the current task's process has, as a test sets them.
  @TaskLocal package static var granted: Set<String> = []

  override init() {}
}

/// See <https://developer.apple.com/documentation/security/sectaskcreatefromself(_:)>.
@available(iOS, unavailable) @available(visionOS, unavailable)
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { SecTask() }

/// See <https://developer.apple.com/documentation/security/sectaskcopyvalueforentitlement(_:_:_:)>.
@available(iOS, unavailable) @available(visionOS, unavailable)
public func SecTaskCopyValueForEntitlement(
  _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
  SecTask.granted.contains(String(describing: entitlement)) ? NSNumber(value: true) : nil
}
