public import OmamoriCrypto

extension CertificateKey {
  /// The kind and size in a few words, such as `RSA 2048` or `P-256`.
  public var summary: String {
    switch self {
    case .rsa(let bits, _): "RSA \(bits)"
    case .curve(let name, let bits): Self.curveNames[name] ?? (bits > 0 ? "EC \(bits)" : "EC \(name)")
    case .describedCurve: "EC"
    case .edwards(let bits): bits == 256 ? "Ed25519" : "Ed448"
    case .dsa(let bits): "DSA" + (bits.map { " \($0)" } ?? "")
    case .other(let name): name
    }
  }

  private static let curveNames = [
    "1.2.840.10045.3.1.1": "P-192", "1.3.132.0.33": "P-224", "1.2.840.10045.3.1.7": "P-256",
    "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
  ]
}

extension CertificateSignature {
  /// The kind and digest in a few words, such as `ECDSA SHA-256`.
  public var summary: String {
    let name =
      switch self {
      case .rsa: "RSA"
      case .pss: "RSA-PSS"
      case .ecdsa: "ECDSA"
      case .edwards: "EdDSA"
      case .dsa: "DSA"
      case .other(let name): name
      }
    guard let digest = digest?.rawValue.uppercased() else { return name }
    return "\(name) " + (digest.hasPrefix("SHA") ? "SHA-" + digest.dropFirst(3) : digest)
  }
}
