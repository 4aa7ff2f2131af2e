import SwiftSyntax

/// What says that a connection is not encrypted, as data.
enum FlowPlainness {
  /// Whether `text` begins an address without encryption that is not of the device itself.
  static func isPlain(_ text: String) -> Bool {
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else { return false }
    let host = text.dropFirst(scheme.count).prefix { !"/:?#".contains($0) }.lowercased()
    return !loopback.contains(where: host.hasPrefix) && !namespaces.contains(where: host.hasSuffix)
  }

  private static let schemes = ["http://", "ws://", "ftp://", "mqtt://", "smtp://", "telnet://", "amqp://"]
  private static let loopback = ["localhost", "127.", "0.0.0.0", "[::1]"]
  private static let namespaces = ["w3.org", "apple.com", "xmlsoap.org", "purl.org", "schema.org"]

  /// Arguments that say it: the label, and the ends of its values.
  static let arguments: [String: (label: String, values: [String])] = [
    "NWConnection": ("using", [".tcp", ".udp"]),
    "MCSession": ("encryptionPreference", [".none", ".optional"]),
  ]

  /// Calls that make a connection without encryption, unless it is secured later.
  static let calls: Set = [
    "streamTask", "getStreamsToHost", "GCDAsyncUdpSocket", "CocoaMQTT", "MQTTClient", "socket",
    "CFStreamCreatePairWithSocketToHost", "GCDAsyncSocket",
  ]

  /// Names that secure a connection.
  static let securing: Set = [
    "startSecureConnection", "enableSSL", "startTLS", "socketSecurityLevelKey",
    "kCFStreamPropertySSLSettings",
    "kCFStreamPropertySocketSecurityLevel", "useTLS", "isSecure", "tlsConfiguration",
  ]

  /// A function that writes to a socket of the system, which encrypts nothing.
  static func source(_ call: Call) -> String? {
    guard call.receiver == nil, call.arguments.count >= 3, ["send", "sendto", "write"].contains(call.name),
      call.arguments.allSatisfy({ $0.label == nil }), call.name != "write" || call.arguments.count == 3
    else { return nil }
    return call.name
  }
}
