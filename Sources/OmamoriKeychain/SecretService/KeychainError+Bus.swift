#if !canImport(Darwin)
import OmamoriDBus

extension KeychainError {
  /// What an error on the bus means for a keychain that needs the Secret Service.
  init(_ error: BusError) {
    switch error {
    case .libraryMissing, .unreachable: self = .unavailable(.sessionBus)
    case .disconnected, .timedOut, .malformed: self = .unavailable(.secretService)
    case .cancelled: self = .cancelled
    case .outOfResources: self = .busy
    case .invalidArgument: self = .backend(code: 22)
    case .refused("org.freedesktop.Secret.Error.IsLocked"): self = .locked
    case .refused("org.freedesktop.DBus.Error.AccessDenied"): self = .denied
    case .refused: self = .unavailable(.secretService)
    }
  }
}
#endif
