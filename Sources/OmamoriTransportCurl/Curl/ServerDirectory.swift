import Glibc
import OmamoriCore
import OmamoriTransport

/// The hosts of a session and the roots that it trusts, each made ready once.
///
/// Safe to use from any thread.
final class ServerDirectory: Sendable {
  private struct State {
    var anchors: [TrustAnchors: AnchorStore] = [:]
    var servers: [HostName: ServerProfile] = [:]
  }

  /// More hosts than this are not remembered, since a policy may let redirects lead to any number of them.
  private static let greatestCount = 4096

  private let policy: TransportPolicy
  private let clock: any WallClock
  private let state = Protected(State())

  init(_ policy: TransportPolicy, clock: any WallClock) { (self.policy, self.clock) = (policy, clock) }

  /// The host, when it was asked for before.
  func known(_ host: HostName) -> ServerProfile? { state.withLock { $0.servers[host] } }

  /// The host; reads the roots when they are needed for the first time, which takes milliseconds.
  ///
  /// - Throws: `TransportError.hostNotListed`, and what reading the roots throws.
  func server(_ host: HostName) throws(TransportError) -> ServerProfile {
    if let server = known(host) { return server }
    let hostPolicy = try policy.policy(for: host)
    return try state.withLock { state throws(TransportError) in
      if let server = state.servers[host] { return server }
      let anchors: AnchorStore
      if let known = state.anchors[hostPolicy.anchors] {
        anchors = known
      } else {
        anchors = try AnchorStore(hostPolicy.anchors)
        state.anchors[hostPolicy.anchors] = anchors
      }
      let server = ServerProfile(hostPolicy, anchors: anchors, clock: clock)
      if state.servers.count >= Self.greatestCount { state.servers = [:] }
      state.servers[host] = server
      return server
    }
  }
}

/// Asks the system for the addresses of a name; takes as long as the network takes.
enum AddressLookup {
  /// More addresses of a name are not tried.
  private static let greatestCount = 16

  /// The addresses of a name as libcurl reads them, IPv6 in brackets.
  ///
  /// - Parameter host: The name.
  /// - Returns: At least one address, in the order of RFC 6724.
  /// - Throws: `TransportError.nameNotResolved`.
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
