#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
