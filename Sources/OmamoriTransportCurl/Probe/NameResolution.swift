import Glibc
import OmamoriCore
import OmamoriTransport

/// Looks up the addresses of a host on a thread of its own, since the system's call cannot be called off.
enum NameResolution {
  /// The most addresses that are tried.
  static let greatestCount = 8

  /// Looks them up.
  ///
  /// - Returns: At least one address, in the system's order.
  /// - Throws: `TransportError.nameNotResolved`, `TransportError.timedOut`, `TransportError.cancelled` and
  ///   `TransportError.backend(code:)` without threads or descriptors. The look-up that is left behind ends by itself.
  static func addresses(
    of host: HostName, port: UInt16, _ watch: ProbeWatch
  ) throws(TransportError) -> [SocketAddress] {
    guard let done = WakeEvent() else { throw .system(code: errno) }
    let result = Protected<[SocketAddress]>([])
    let started = OwnThread.start {
      let found = lookUp(host, port)
      result.withLock { $0 = found }
      done.signal()
    }
    guard started else { throw .system(code: OwnThread.refusal) }
    do throws(ProbeWatch.Interruption) {
      try watch.wait(for: done.descriptor, POLLIN)
    } catch {
      throw TransportError(error)
    }
    let addresses = result.current
    guard !addresses.isEmpty else { throw .nameNotResolved }
    return addresses
  }

  private static func lookUp(_ host: HostName, _ port: UInt16) -> [SocketAddress] {
    // because a record without pointers is passed on as it is
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV | (host.isAddress ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    // because the strings are read during the call, and the list is freed below
    guard unsafe getaddrinfo(host.description, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = unsafe list
    while let current = unsafe entry, addresses.count < greatestCount {
      if let address = unsafe SocketAddress(current.pointee), !addresses.contains(address) {
        addresses.append(address)
      }
      // because the list is valid until it is freed, and ends with nothing
      unsafe entry = unsafe current.pointee.ai_next
    }
    return addresses
  }
}

extension TransportError {
  /// The error that ends an examination.
  init(_ interruption: ProbeWatch.Interruption) {
    switch interruption {
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .failed: self = .notConnected
    }
  }
}

/// An address and a port as the system keeps them.
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
