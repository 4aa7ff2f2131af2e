import OmamoriCore
import OmamoriMessaging
import OmamoriTransport

/// Where an account is registered.
struct ChatSettings: Sendable, Equatable {
  private static let version = 1
  private static let limits = JSONLimits(depth: 3, size: 64 << 10, values: 32)

  /// The relay.
  var site: RelaySite
  /// Whether the relay has the account and its keys.
  var isRegistered: Bool

  /// Makes settings.
  init(_ site: RelaySite, isRegistered: Bool) { (self.site, self.isRegistered) = (site, isRegistered) }

  /// Reads what ``encoded`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    // because what are no settings is refused as a whole
    guard let json = try? StrictJSON.parse(record.plainCopy, limits: Self.limits),
      json["version"]?.intValue == Self.version, let host = json["host"]?.stringValue,
      let name = try? HostName(host), let port = json["port"]?.intValue.flatMap(UInt16.init(exactly:)),
      let pin = json["pin"]?.stringValue.flatMap(RelayPin.init(commandLine:)),
      let text = json["certificate"]?.stringValue, let certificate = try? Base64URL.decode(text),
      let isRegistered = json["registered"]?.boolValue
    else { throw .storage(.damaged) }
    site = RelaySite(ServerAddress(name, port: port), pin, certificate: Data(certificate))
    self.isRegistered = isRegistered
  }

  /// The settings as they are stored.
  var encoded: SharedSecretBytes {
    let json: JSONValue = [
      "version": .integer(Self.version), "host": .string(site.server.host.description),
      "port": .integer(site.server.port), "pin": .string(site.pin.pin.base64),
      "certificate": .string(Base64URL.encode(Array(site.certificate))), "registered": .bool(isRegistered),
    ]
    return SharedSecretBytes(SecretBytes(copying: json.utf8()))
  }
}
