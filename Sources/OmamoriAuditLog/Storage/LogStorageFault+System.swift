#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

extension LogStorageFault {
  /// The fault for what the system refused.
  init(code: Int32) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .failed(code: code)
    }
  }
}

extension AuditLogError {
  /// Calls `body`, whose refusals are faults of the storage.
  ///
  /// - Throws: ``AuditLogError/storage(_:)``.
  static func storing<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(AuditLogError) -> Value {
    try SystemFailure.rethrown(as: { AuditLogError.storage(LogStorageFault(code: $0.code)) }, body)
  }
}
