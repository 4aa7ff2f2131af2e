#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth
import OmamoriCore
import OmamoriTransport

/// The options of commands that talk to an authorization server.
struct ServerOptions: Sendable {
  private let authorities: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    authorities = declare.option(
      "--ca", value: "FILE",
      help: HelpText(
        "Trust the root certificates in this file (PEM or DER), too.", ja: "このファイル（PEM または DER）のルート証明書も信頼します。"
      ))
  }

  /// A session that trusts what the command line says.
  ///
  /// - Throws: ``CryptoFault`` for a file that holds no certificates.
  func session(_ arguments: Arguments) throws -> SecureSession {
    var (timeouts, limits) = (Timeouts(), ResponseLimits())
    (timeouts.connecting, timeouts.total) = (.seconds(10), .seconds(30))
    limits.bodyBytes = 1 << 20
    let policy = try TransportPolicy(
      minimumVersion: .tls12, anchors: try anchors(arguments), timeouts: timeouts, limits: limits)
    return SecureSession(policy: policy)
  }

  private func anchors(_ arguments: Arguments) throws -> TrustAnchors {
    guard let path = try arguments[authorities]?.string else { return .system }
    let bytes = try SmallFile.read(path, limit: TrustAnchors.greatestBundleSize)
    do throws(TransportError) {
      return try .systemAnd(in: bytes)
    } catch {
      throw CryptoFault(
        error, about: path,
        hint: HelpText(
          "give root certificates in PEM, or one in DER", ja: "PEM 形式（複数可）または DER 形式のルート証明書を指定してください"))
    }
  }
}
#endif
