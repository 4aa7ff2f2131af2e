/// Something that App Transport Security or good practice asks of a server.
///
/// A value; safe to share between threads. The raw value is stable and is the id in every report.
@nonexhaustive
public enum ServerRequirement: String, Sendable, Hashable, CaseIterable {
  /// The server speaks TLS on the port.
  case tls = "tls"
  /// The server can be offered TLS 1.2 and 1.3 together.
  case negotiation = "tls-negotiation"
  /// The version of TLS is 1.2 or newer, or as new as an exception says.
  case version = "tls-version"
  /// What is sent stays secret when the server's key becomes known.
  case forwardSecrecy = "tls-forward-secrecy"
  /// The cipher suite is one of those that are accepted.
  case cipherSuite = "tls-cipher-suite"
  /// The key exchange uses X25519, P-256, P-384 or P-521.
  case group = "tls-group"
  /// Clients without a certificate are served.
  case clientCertificate = "tls-client-certificate"
  /// A chain leads to a trusted root.
  case trustedChain = "certificate-chain"
  /// The server sends the certificates of one chain, and not too many.
  case chainLength = "certificate-chain-length"
  /// The certificate is for the host, by its alternative names.
  case hostName = "certificate-host"
  /// Every certificate is valid now.
  case time = "certificate-time"
  /// The certificate is not valid for too long.
  case lifetime = "certificate-lifetime"
  /// The keys are RSA with 2048 bits or more, or on P-256, P-384 or P-521.
  case key = "certificate-key"
  /// The certificates are signed with SHA-256 or better.
  case signature = "certificate-signature"
  /// The certificate is for servers of TLS.
  case use = "certificate-use"
  /// The certificates can be read, and all that is critical is understood.
  case form = "certificate-form"
  /// The certificate was not revoked.
  case revocation = "certificate-revocation"
  /// TLS 1.2 uses the extended master secret (RFC 7627), as Apple asks of servers for device management (126655).
  case extendedMasterSecret = "tls-extended-master-secret"
  /// TLS 1.2 has a suite of the stricter package that systems from 26.4 know: ECDHE with AES-GCM.
  case strictPackage = "tls-strict-package"
  /// A stapled status is there when the certificate demands it, and is valid.
  case staple = "tls-staple"
  /// TLS 1.0 and 1.1 are off (RFC 8996).
  case oldVersions = "tls-old-versions"
  /// Suites with an RSA key exchange, without encryption or without a certificate are off.
  case weakSuites = "tls-weak-suites"
  /// The certificate follows RFC 5280 and the CA/Browser Forum in every detail.
  case conformance = "certificate-conformance"
}
