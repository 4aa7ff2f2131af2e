import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import PolicyCommands

/// The options of commands that talk to an authorization server.
struct ServerOptions: Sendable {
  /// The most bytes of the file, which is kept with a login.
  private static let greatestSize = 256 << 10

  private let file: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    file = declare.option(
      "--ca", value: "FILE",
      help: HelpText(
        "Trust the root certificates in this file (PEM or DER), too.", ja: "このファイル（PEM または DER）のルート証明書も信頼します。"
      ))
  }

  /// The file with further root certificates, if one is named.
  ///
  /// - Throws: ``CryptoFault``.
  func authorities(_ arguments: Arguments) throws -> [UInt8]? {
    try arguments[file].map { try SmallFile.read($0.string, limit: Self.greatestSize) }
  }

  /// A connection that trusts the roots of the system and further ones.
  ///
  /// - Parameters:
  ///   - authorities: A file with root certificates.
  ///   - source: Where it comes from, for the message.
  /// - Returns: The connection.
  /// - Throws: ``CryptoFault`` for a file that holds no certificates.
  static func session(trusting authorities: [UInt8]?, from source: String) throws -> SecureSession {
    var (timeouts, limits) = (Timeouts(), ResponseLimits())
    (timeouts.connecting, timeouts.total) = (.seconds(10), .seconds(30))
    limits.bodyBytes = 1 << 20
    do throws(TransportError) {
      let anchors = try authorities.map { bytes throws(TransportError) in
        try TrustAnchors.systemAnd(in: bytes)
      }
      return SecureSession(
        policy: try TransportPolicy(
          minimumVersion: .tls12, anchors: anchors ?? .system, timeouts: timeouts, limits: limits))
    } catch {
      throw CryptoFault(
        error, about: source,
        hint: HelpText(
          "give root certificates in PEM, or one in DER", ja: "PEM 形式（複数可）または DER 形式のルート証明書を指定してください"))
    }
  }
}
