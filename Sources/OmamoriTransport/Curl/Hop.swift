#if !canImport(Darwin)
import OmamoriCore

/// One request to one host, as the engine is told it; a redirect makes another.
struct Hop: Sendable {
  /// Where the body of the response goes.
  enum Destination: Sendable {
    /// Into memory, up to this many bytes.
    case memory(limit: Int)
    /// To a reader that takes it piece by piece.
    case reader(DownloadPipe)
  }

  /// Where the body of the request comes from.
  enum Source: Sendable {
    /// There is none.
    case none
    /// From memory.
    case bytes(Data)
    /// From an open file.
    case file(UploadFile)
    /// From memory and open files, one after the other.
    case parts(UploadParts)
    /// From a writer that gives it piece by piece.
    case writer(UploadPipe)
  }

  /// A name with its addresses.
  struct Place: Sendable {
    /// The name and the port, as libcurl writes them in its table of names.
    let name: String
    /// The addresses.
    let entry: NameResolver.Entry
  }

  /// The host and what the policy asks of it.
  let server: ServerProfile
  /// The port.
  let port: UInt16
  /// Where the host, or the proxy, is; `nil` when its name is an address.
  let place: Place?
  /// Path and query, beginning with a slash.
  let target: String
  /// The method.
  let method: String
  /// Lines of the header, each `Name: value`.
  let headerLines: [String]
  /// Where the body comes from.
  let source: Source
  /// Where the body of the response goes.
  let destination: Destination
  /// When the whole request has to be over.
  let deadline: ContinuousClock.Instant
  /// How long it may take to connect.
  let connectTime: Duration
  /// How long nothing may happen.
  let idleTime: Duration
  /// Hears how many bytes of the body were taken; called on the engine's thread.
  let progress: (@Sendable (Int64) -> Void)?
  /// Hears what judging the connection takes, measured over many times; `nil` except in measurements.
  var judgingTime: (@Sendable (Duration) -> Void)?
}
#endif
