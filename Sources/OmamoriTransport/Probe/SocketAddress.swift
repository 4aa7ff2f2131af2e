#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// An address and a port as the system keeps them.
///
/// A value; safe to share between threads.
struct SocketAddress: Sendable, Hashable {
  /// The family: `AF_INET` or `AF_INET6`.
  let family: Int32
  /// A `sockaddr` of the family.
  let bytes: [UInt8]
  /// The address in numbers.
  let text: String

  /// Copies what `getaddrinfo` found; `nil` for other families.
  init?(_ entry: addrinfo) {
    // because the entry is one of a list that the system has not freed
    guard [AF_INET, AF_INET6].contains(unsafe entry.ai_family), let address = unsafe entry.ai_addr else {
      return nil
    }
    family = unsafe entry.ai_family
    // because the system says how long its address is
    bytes = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    // because the buffer has the size that is given
    let code = unsafe getnameinfo(
      address, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Calls `body` with the address.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    let size = min(bytes.count, MemoryLayout<sockaddr_storage>.size)
    // because the storage is large and aligned enough for an address of any family, which is read only
    unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes.prefix(size)) }
    return unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(size)) }
    }
  }
}
#endif
