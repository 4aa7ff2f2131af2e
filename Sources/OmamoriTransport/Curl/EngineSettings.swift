#if !canImport(Darwin)
import OmamoriCore

/// What all requests of an engine have in common.
struct EngineSettings: Sendable {
  let policy: TransportPolicy
  let identity: ClientCredential?
  let events: ConnectionEvents
}
#endif
