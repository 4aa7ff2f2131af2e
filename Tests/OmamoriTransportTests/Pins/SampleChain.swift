import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl

/// A chain of P-256 certificates, and what OpenSSL says of them (`openssl x509`, `pkey` and `dgst`).
enum SampleChain {
  /// The server's certificate, for `api.example.com`.
  static let leaf = """
    -----BEGIN CERTIFICATE-----
    MIIBfzCCASagAwIBAgIBAzAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBTYW1wbGUg
    QXV0aG9yaXR5MB4XDTI2MTEyMjA2MzM1OVoXDTQ2MTExNzA2MzM1OVowGDEWMBQG
    A1UEAwwNU2FtcGxlIFNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFX5
    O3uVVHjhXboK/cvlvfmUBQvvAN3uD9ZvXd4qwOpEN3EKCfTl0SvEF6LcvITShCQI
    sewU3W8Wl8pLRxUxGoOjXjBcMBoGA1UdEQQTMBGCD2FwaS5leGFtcGxlLmNvbTAd
    BgNVHQ4EFgQUuPbWojTghn+B/C/wfhsgyixWQ9wwHwYDVR0jBBgwFoAUjP2+pUXp
    l620ESDeEjEg/NvYaWQwCgYIKoZIzj0EAwIDRwAwRAIgYffe8fVT/01Ii9HQByXW
    /rpbAyx28DqgjPqEGQMBvacCIDVO7YUouHS6Tv6e67eKVNIUAQ5p8qNvhNAUktzL
    wkuT
    -----END CERTIFICATE-----
    """
  /// Another certificate for the key of ``leaf``.
  static let renewed = """
    -----BEGIN CERTIFICATE-----
    MIIBgTCCASagAwIBAgIBBDAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBTYW1wbGUg
    QXV0aG9yaXR5MB4XDTI2MTEyMjA2MzM1OVoXDTQ2MTExNzA2MzM1OVowGDEWMBQG
    A1UEAwwNU2FtcGxlIFNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFX5
    O3uVVHjhXboK/cvlvfmUBQvvAN3uD9ZvXd4qwOpEN3EKCfTl0SvEF6LcvITShCQI
    sewU3W8Wl8pLRxUxGoOjXjBcMBoGA1UdEQQTMBGCD2FwaS5leGFtcGxlLmNvbTAd
    BgNVHQ4EFgQUuPbWojTghn+B/C/wfhsgyixWQ9wwHwYDVR0jBBgwFoAUjP2+pUXp
    l620ESDeEjEg/NvYaWQwCgYIKoZIzj0EAwIDSQAwRgIhAOz75q9Sl8RYm0DkSe3M
    ZYd9dZfIoGCRKrI8vBnf6hgLAiEA6Xds4DFTCSYdFIl4gA2LoVr+9Z2zV40d/gjS
    JkOK7go=
    -----END CERTIFICATE-----
    """
  /// The authority that signed both.
  static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBdjCCARygAwIBAgIBAjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtTYW1wbGUg
    Um9vdDAeFw0yNjExMjIwNjMzNTlaFw00NjExMTcwNjMzNTlaMBsxGTAXBgNVBAMM
    EFNhbXBsZSBBdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATdJI2U
    kWIe3BQ2vlt6N1qQ/iaw3seuTsvfXuN0NylAK7G450H3K7TLTel9UFJ5UdEmC/uy
    fl6Pko0STrbA+d6ao1YwVDASBgNVHRMBAf8ECDAGAQH/AgEAMB0GA1UdDgQWBBSM
    /b6lRemXrbQRIN4SMSD829hpZDAfBgNVHSMEGDAWgBT5sERmymvo5GeCgcL3f38g
    /y6LZDAKBggqhkjOPQQDAgNIADBFAiATUT7Owv5LALpvNR7x5pQzGxrqUA6F9A6w
    1edwi9XlxgIhALyA2GVpdVEA98rtdpYDzCvvw0XivIitMOybRMxR5Rp7
    -----END CERTIFICATE-----
    """
  /// The root.
  static let root = """
    -----BEGIN CERTIFICATE-----
    MIIBgjCCASegAwIBAgIUNJF8P87MoYI6U/PuciUcHXg/2j8wCgYIKoZIzj0EAwIw
    FjEUMBIGA1UEAwwLU2FtcGxlIFJvb3QwHhcNMjYxMTIyMDYzMzU5WhcNNDYxMTE3
    MDYzMzU5WjAWMRQwEgYDVQQDDAtTYW1wbGUgUm9vdDBZMBMGByqGSM49AgEGCCqG
    SM49AwEHA0IABF4Urfz2OFfuSV/qfblUf2fZwjOT+vc1y2HeC9VLK2/drE8AOaLU
    qYaOmQRtTo3KEM/g8n1tuHu8vsw3A5Zd3G+jUzBRMB0GA1UdDgQWBBT5sERmymvo
    5GeCgcL3f38g/y6LZDAfBgNVHSMEGDAWgBT5sERmymvo5GeCgcL3f38g/y6LZDAP
    BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDzgPaQt+PA6Vf5y2jt
    ycMq4H6+TqcraNFXVaZpsBBmRwIhAMgdIXhNKjgcLtFldSkUlxDPIMpYuGIllNSG
    +i8rNF1P
    -----END CERTIFICATE-----
    """

  static let leafKey = "jDy4v47Mz2J7X9L/fC4LzNitTT8gtGMaNrWu1B6z8C4="
  static let leafCertificate = "lWUQHqETR7sauoSiDmHn0P1eVZi3M9v+TLKxdcgkZQw="
  static let renewedCertificate = "fdM/MZcNHGfz3X3Y3hwk2222AJv4hqLHyVgXTELX6c0="
  static let authorityKey = "Sj0MelCqM0x3cpBJ5OcUs3MV5FTkkNQKETgChIbBj2Y="
  static let authorityCertificate = "WafTaaxtVEBkinRuuKUGBI2TA/xFs0uehTz967J/AMY="
  static let rootKey = "y8VfWyQWfyoe/OIReSieiu9nUhiZGK/Wy5mB8zQ5/iI="
  static let rootCertificate = "8zbkpm3J7AzIwX2h+PAElzkvf551uIt6IpR5XQSFFLs="
  /// The key that is kept in reserve; no certificate has it.
  static let reserveKey = "Zz0BipFUF67TznUmKNCHP5IDyxiz7gF2SEHZNjKu3do="

  /// The chain of ``leaf``, as a validator gives it.
  static func trusted(_ server: String = leaf) throws -> TrustedChain {
    let certificates = try [server, authority, root].map { try Certificate(pemRepresentation: $0) }
    guard let chain = TrustedChain(validated: certificates) else { throw TransportError.malformedResponse }
    return chain
  }
}
