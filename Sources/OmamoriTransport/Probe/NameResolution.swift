#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// Looks up the addresses of a host on a thread of its own, since the system's call cannot be called off.
enum NameResolution {
  /// The most addresses that are tried.
  static let greatestCount = 8

  /// Looks them up.
  ///
  /// - Returns: At least one address, in the system's order.
  /// - Throws: ``TransportError/nameNotResolved``, ``TransportError/timedOut``, ``TransportError/cancelled`` and
  ///   ``TransportError/backend(code:)`` without threads or descriptors. The look-up that is left behind ends by itself.
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
#endif
