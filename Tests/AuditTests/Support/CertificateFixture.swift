import Foundation

/// Certificates in DER that were made once for these tests.
enum CertificateFixture {
  /// A key on P-256, valid until 2125.
  static let current = bytes(
    """
    MIIBFzCBvaADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWEuZXhhbXBsZTAgFw0yNTAxMDEwMDAwMDBaGA8yMTI1\
    MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJYS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK76itQeiOatZBRq3\
    4au9cG6ak/d5WAaqlXsPSjONpfGXtgDt6wOVECswH3uW8qST58eNoqHjGC0w0VfcDrj2rDAKBggqhkjOPQQDAgNJADBGAiEA\
    0HRxNdAto1bxt6y7SOx+LuXyH21lNMLsLWylaf0lSGgCIQDbcJCQZBL1Y0App96HLW6wzZSuBlf1eexIu1UjPuv59A==
    """)

  /// A key on P-256, valid until 2020.
  static let ended = bytes(
    """
    MIIBEzCBu6ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWEuZXhhbXBsZTAeFw0xOTAxMDEwMDAwMDBaFw0yMDAx\
    MDEwMDAwMDBaMBQxEjAQBgNVBAMMCWEuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCu+orUHojmrWQUat+Gr\
    vXBumpP3eVgGqpV7D0ozjaXxl7YA7esDlRArMB97lvKkk+fHjaKh4xgtMNFX3A649qwwCgYIKoZIzj0EAwIDRwAwRAIgZ1Vy\
    6a3uK0el7WxnHL89hQHeuU2w2TTNfRXol1OZ+6UCIEK91l8Oi5KV0O8sE3KbC/tJc6apTrDJt5LnhInqM1w5
    """)

  /// An RSA key of 1,024 bits, signed with SHA-1 by another name, valid until 2126.
  static let weak = bytes(
    """
    MIIBVzCB/wIBAjAJBgcqhkjOPQQBMBUxEzARBgNVBAMMCmNhLmV4YW1wbGUwIBcNMjYxMTIyMjAwMjU3WhgPMjEyNjEwMjky\
    MDAyNTdaMBQxEjAQBgNVBAMMCXcuZXhhbXBsZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA2n2jQVaORkV69+Og1Q8j\
    Jucfs4u9Df0FmAyZ7Fe69beV/TEPLifg78xzQSwholpx2r9UhYFa2nrBpBhxGjBwSvXXgmxwcfG3VuC3fai0At7LXRlOz1L9\
    3bflkjMfebyJuP/uY6Q5oPvO/UYyC8MD1ahcVDy6WqwJ2pTmAMSRj/kCAwEAATAJBgcqhkjOPQQBA0gAMEUCIQCRU94cqKIK\
    sgR4CJeCJAUEg2sIVTn4zCscGfnObi55pAIgCAzWFwtPZGKP1Q+URc3Y/T6/j3QKDXixnP78TulUreo=
    """)

  private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
