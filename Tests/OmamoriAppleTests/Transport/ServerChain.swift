import OmamoriCore
import OmamoriCrypto

/// A chain of P-256 certificates that keeps every rule, valid in the year 2026, for two hosts.
enum ServerChain {
  static let host = "api.example.com"
  static let otherHost = "other.example.com"
  /// A moment at which it is valid: the beginning of June 2026.
  static let moment = Date(timeIntervalSince1970: 1_780_272_000)

  static let leaf = certificate(
    """
    -----BEGIN CERTIFICATE-----
    MIIB0TCCAXigAwIBAgIUX0Y5n96a/KN8iL5JJ10K3nLaJscwCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkwHhcNMjYwMTAxMDAwMDAwWhcNMjcw
    MTAxMDAwMDAwWjARMQ8wDQYDVQQDDAZTZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAASeuLUCGMY6JXGe8iH9lNMITMXc3AKFhay2PuJS8g5CL5eHTS8xFGOR
    iQ7Zl9gkdUYZgB9oWs3fxgFQTRv1/7Jmo4GlMIGiMAwGA1UdEwEB/wQCMAAwHQYD
    VR0OBBYEFPbB+jxYleNDOnhgjRkCAXyTHGCeMB8GA1UdIwQYMBaAFPH7IgK9aX3B
    bstdg3eFuDNCzxyJMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcD
    ATAtBgNVHREEJjAkgg9hcGkuZXhhbXBsZS5jb22CEW90aGVyLmV4YW1wbGUuY29t
    MAoGCCqGSM49BAMCA0cAMEQCIAQp6v7Y5sIChllbuJgltxfZgDAnL5AK5ASBHjNY
    rvhLAiB92g+F0quZ2dhXZqVa8saXYbo7SxJ8eY7+fNROXSA4Nw==
    -----END CERTIFICATE-----
    """)
  static let demandsStaple = certificate(
    """
    -----BEGIN CERTIFICATE-----
    MIIB5DCCAYugAwIBAgIUTdcI7bQeufxp4F5rusJCxbFkK08wCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkwHhcNMjYwMTAxMDAwMDAwWhcNMjcw
    MTAxMDAwMDAwWjARMQ8wDQYDVQQDDAZTZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARLK3ofASDmVx9a6qQ+WqGGb5ScyFCLmfcJ8A7xVBGE1vYcC8rbJKdH
    og7MUBPkyC68LkG1o4ItX3ZV3hw8a9pXo4G4MIG1MAwGA1UdEwEB/wQCMAAwHQYD
    VR0OBBYEFJa+c38d660bQoxeSNyPsRIn2rgqMB8GA1UdIwQYMBaAFPH7IgK9aX3B
    bstdg3eFuDNCzxyJMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcD
    ATAtBgNVHREEJjAkgg9hcGkuZXhhbXBsZS5jb22CEW90aGVyLmV4YW1wbGUuY29t
    MBEGCCsGAQUFBwEYBAUwAwIBBTAKBggqhkjOPQQDAgNHADBEAiBQk7Op/c9oSeSR
    VibL895dEF1oHol3c2KO80AD+wzZBwIgJfczvzw7CjrrwnBPTCmWErZNV9Q+72l5
    q2CFLNrB4eY=
    -----END CERTIFICATE-----
    """)
  static let authority = certificate(
    """
    -----BEGIN CERTIFICATE-----
    MIIBlDCCATugAwIBAgIUXQMtDLsl21RWIaqIbOBpqvDJBLgwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJVGVzdCBSb290MB4XDTI2MDEwMTAwMDAwMFoXDTM0MDMyMDAw
    MDAwMFowGTEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkwWTATBgcqhkjOPQIBBggq
    hkjOPQMBBwNCAARQDvC7ec4UPNHFnKvtccBswsZvbFdhaR9QRysoEP5uG4f5TZ6s
    q6L+m768nN0rCXAv8kGYLma7+iiiQkaIf9Geo2YwZDASBgNVHRMBAf8ECDAGAQH/
    AgEAMB0GA1UdDgQWBBTx+yICvWl9wW7LXYN3hbgzQs8ciTAfBgNVHSMEGDAWgBTn
    lV/qUejGcaCZZUi2js1qKNpGaTAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwID
    RwAwRAIgXzq1hrEzPU2Dur8lAHJxvcsh2Awr/EtiGZoxU1n4XfwCIHg3m6RmhOt6
    dkgeT0rESNet8PR65y6U5LREuv8yJevA
    -----END CERTIFICATE-----
    """)
  static let root = certificate(
    """
    -----BEGIN CERTIFICATE-----
    MIIBjTCCATOgAwIBAgIUCHQo6bvhrZXKDVhfIr6oaQg9adwwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJVGVzdCBSb290MB4XDTI2MDEwMTAwMDAwMFoXDTM1MTIzMDAw
    MDAwMFowFDESMBAGA1UEAwwJVGVzdCBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0D
    AQcDQgAEKerxfIBgCjcMFmtOSam9Nd1yAmPPlNZ56Nmnxkd7+LlE9/FALiwjmIp9
    cbsyjuqTxVKjPatBs0ohlSoX9OgSKqNjMGEwDwYDVR0TAQH/BAUwAwEB/zAdBgNV
    HQ4EFgQU55Vf6lHoxnGgmWVIto7NaijaRmkwHwYDVR0jBBgwFoAU55Vf6lHoxnGg
    mWVIto7NaijaRmkwDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMCA0gAMEUCIH2N
    GHSDEJda5kfT+n7nVf7tcT01x/CzBo9H4Y/O1NSmAiEAvdIhXFn4ZjrPU8VmHWb+
    OcifKYT7HnNqe3USItvk6pI=
    -----END CERTIFICATE-----
    """)

  /// The chain as it is validated, in DER.
  static let encodings = [leaf, authority, root].map(\.derRepresentation)

  private static func certificate(_ pem: String) -> OmamoriCrypto.Certificate {
    guard let certificate = try? OmamoriCrypto.Certificate(pemRepresentation: pem) else {
      preconditionFailure("a certificate of the tests is unreadable")  // because it is written above
    }
    return certificate
  }
}
