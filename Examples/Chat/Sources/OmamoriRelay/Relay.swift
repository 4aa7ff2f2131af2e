import ChatSystem
import Glibc
import OmamoriCore
public import OmamoriCrypto

/// A relay: keeps sealed envelopes, prekey bundles and sealed attachments for people who are not there, and can open none
/// of them.
///
/// It speaks HTTP/1.1 over TLS 1.3, as `Documentation/formats/relay.md` says. Safe to use from any thread.
public final class Relay: Sendable {
  /// The port that it listens at.
  public let port: UInt16
  /// The pin of its key: `sha256//` and SHA-256 of the SubjectPublicKeyInfo in Base64.
  public let pin: String
  /// Its self-signed certificate.
  public let certificate: Certificate

  private let server: RelayServer
  private let lock: FolderLock
  private let hasStopped = Protected(false)
  private let log: @Sendable () -> Void

  /// Starts a relay; its key, certificate and store are made when there are none.
  ///
  /// - Parameter options: Folder, address, limits, clock and log.
  /// - Returns: The relay, which takes connections already.
  /// - Throws: ``RelayError``.
  public static func start(_ options: RelayOptions) async throws(RelayError) -> Relay {
    let result: Result<Relay, RelayError> = await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start {
        continuation.resume(returning: Result { () throws(RelayError) in try Relay(options) })
      }
      if !isStarted { continuation.resume(returning: .failure(.system(code: EAGAIN))) }
    }
    return try result.get()
  }

  private init(_ options: RelayOptions) throws(RelayError) {
    let isPrivate: Bool
    do throws(SystemFailure) {
      isPrivate = try PrivateFile.makeFolder(options.folder)
    } catch {
      throw .system(code: error.code)
    }
    guard isPrivate else { throw .insecureFolder }
    lock = try FolderLock(options.folder + "/relay.lock")
    let key = try RelayKey(at: options.folder + "/key.pem")
    certificate = try RelayCertificate.prepare(
      at: options.folder + "/certificate.pem", key: key, names: options.names, now: options.clock.date)
    let store = try RelayStore(options.folder + "/relay.db", limits: options.limits)
    let service = RelayService(store: store, pin: key.pinDigest, options: options)
    let tls = try TLSServer(certificate: certificate, key: key)
    let listener = try ListeningSocket.listening(at: options.host, port: options.port)
    (port, pin) = (listener.port, "sha256//" + key.pinDigest)
    server = try RelayServer(listener, tls: tls, service: service)
    log = { options.log(RelayEvent(.stopped, at: options.clock.date)) }
    try server.start()
    var event = RelayEvent(.started, at: options.clock.date)
    event.code = Int(port)
    options.log(event)
  }

  deinit { server.beginStopping() }

  /// How many connections there are now.
  public var connectionCount: Int { server.connectionCount }

  /// Stops: takes no connection any more, lets requests that are under way end, and closes the store.
  ///
  /// It takes some seconds at most, whatever clients do. Stopping twice does nothing more.
  public func stop() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isStarted = DetachedThread.start { [self] in
        server.stop()
        let isFirst = hasStopped.withLock { hasStopped in
          defer { hasStopped = true }
          return !hasStopped
        }
        if isFirst {
          lock.release()
          log()
        }
        continuation.resume()
      }
      if !isStarted {
        server.beginStopping()
        continuation.resume()
      }
    }
  }
}
