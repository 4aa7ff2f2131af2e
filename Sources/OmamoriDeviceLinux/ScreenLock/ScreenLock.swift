#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriDBus

/// The lock of the screen of a person's session, as systemd-logind knows it.
///
/// It is a hint: the desktop tells logind, and a desktop that does not leaves it at "unlocked". It says nothing about
/// whether a password is set.
///
/// Source: <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>.
public struct ScreenLock: Sendable {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"

  private let session: String?
  private let busAddress: String?
  private let owners: Set<UInt32>

  /// Names a session.
  ///
  /// - Parameters:
  ///   - session: The session's identifier; `nil` for that of this process.
  ///   - busAddress: The address of the bus, from trusted configuration; `nil` for the system's.
  public init(session: String? = nil, busAddress: String? = nil) {
    self.init(session: session, busAddress: busAddress, owners: [0])
  }

  init(session: String?, busAddress: String?, owners: Set<UInt32>) {
    (self.session, self.busAddress, self.owners) = (session, busAddress, owners)
  }

  /// Asks logind; it takes milliseconds, ten seconds at most when logind hangs.
  public func state() async -> ScreenLockState {
    do throws(BusError) {
      let logind = try await TrustedService(Self.service, on: busAddress, ownedBy: owners)
      let found: [BusValue]
      if let session = session ?? ProcessInfo.processInfo.environment["XDG_SESSION_ID"] {
        found = try await logind.call(Self.root, Self.service + ".Manager", "GetSession", [.string(session)])
      } else {
        let process = UInt32(clamping: getpid())
        found = try await logind.call(
          Self.root, Self.service + ".Manager", "GetSessionByPID", [.uint32(process)])
      }
      guard let path = found.first?.objectPath else { return .unavailable }
      switch try await logind.property(path, Self.service + ".Session", "LockedHint") {
      case .bool(let isLocked): return isLocked ? .locked : .unlocked
      default: return .unavailable
      }
    } catch {
      return .unavailable
    }
  }
}
