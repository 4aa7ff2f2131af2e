#if !canImport(Darwin)
import OmamoriCore

/// What all requests of an engine have in common.
struct EngineSettings: Sendable {
  let policy: TransportPolicy
  let judge: any ServerGuard
  let identity: ClientCredential?
  let events: ConnectionEvents
}
#endif
