#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// Asks the system for the addresses of a name; takes as long as the network takes.
enum AddressLookup {
  /// More addresses of a name are not tried.
  private static let greatestCount = 16

  /// The addresses of a name as libcurl reads them, IPv6 in brackets.
  ///
  /// - Parameter host: The name.
  /// - Returns: At least one address, in the order of RFC 6724.
  /// - Throws: ``TransportError/nameNotResolved``.
  static func addresses(of host: HostName) throws(TransportError) -> [String] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    // because the list is freed below, and the name is read during the call only
    guard unsafe getaddrinfo(host.description, nil, &hints, &list) == 0 else { throw .nameNotResolved }
    defer { unsafe freeaddrinfo(list) }  // because the entries are copied before
    var found: [String] = []
    var next = unsafe list
    while let entry = unsafe next, found.count < greatestCount {
      if let text = unsafe text(of: entry.pointee), !found.contains(text) { found.append(text) }
      unsafe next = entry.pointee.ai_next
    }
    guard !found.isEmpty else { throw .nameNotResolved }
    return found
  }

  private static func text(of entry: addrinfo) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    // because the address is as long as the entry says, and the buffer's size is given
    let code = unsafe getnameinfo(
      entry.ai_addr, entry.ai_addrlen, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    // because the family is a plain number of the entry
    return unsafe entry.ai_family == AF_INET6 ? "[\(text)]" : text
  }
}
#endif
