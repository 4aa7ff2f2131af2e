extension ServerRequirement {
  /// Lines for the configuration of a server that meet the requirement; none when the configuration is not the place.
  ///
  /// Paths and names of files are examples.
  public func configuration(for software: ServerSoftware) -> [String] {
    switch self {
    case .tls: ServerLines.tls(software)
    case .version, .oldVersions, .negotiation: ServerLines.versions(software)
    case .forwardSecrecy, .cipherSuite, .weakSuites: ServerLines.suites(software)
    case .strictPackage: ServerLines.versions(software) + ServerLines.suites(software)
    case .group: ServerLines.groups(software)
    case .clientCertificate: ServerLines.clientCertificate(software)
    case .trustedChain, .hostName, .time, .lifetime, .key, .signature, .use, .form, .revocation, .conformance:
      ServerLines.certificate(software)
    case .extendedMasterSecret: ServerLines.extendedMasterSecret(software)
    // Which certificates are sent is decided by what is in the file.
    case .chainLength:
      ["# This file holds one chain: the server's certificate and its intermediate ones, nothing else."]
        + ServerLines.certificate(software)
    case .staple: ServerLines.staple(software)
    }
  }
}
