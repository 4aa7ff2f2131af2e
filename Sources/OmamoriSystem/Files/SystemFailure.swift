#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The refusal of the operating system; the module that made the call says what it means there.
package struct SystemFailure: Error, Sendable, Equatable {
  /// The error number (`errno`).
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The refusal of the call that was just made.
  package static var latest: SystemFailure { SystemFailure(code: errno) }

  /// Whether there is nothing at that place.
  package var meansNothingThere: Bool { code == ENOENT }

  /// Whether something stands at that place already.
  package var meansAlreadyThere: Bool { code == EEXIST }

  /// Whether the file system or the device has nothing that could be brought to a disk.
  package var meansNothingToSynchronize: Bool { code == EINVAL || code == ENOTSUP }

  /// Calls `body` and throws its refusal as an error of the caller's.
  ///
  /// - Parameters:
  ///   - error: Makes the error.
  ///   - body: Makes the calls.
  /// - Returns: What `body` returns.
  /// - Throws: What `error` makes.
  package static func rethrown<Value: ~Copyable, Failure: Error>(
    as error: (SystemFailure) -> Failure, _ body: () throws(SystemFailure) -> Value
  ) throws(Failure) -> Value {
    do throws(SystemFailure) { return try body() } catch let refusal { throw error(refusal) }
  }
}
