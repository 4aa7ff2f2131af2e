import OmamoriCore
import OmamoriCrypto

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// A chain made for the tests: a certificate of 47 days from 2026-01-01, an intermediate one until 2027-01-01, a root.
enum RotationFixtures {
  static func chain() throws -> [Certificate] {
    try [leaf, intermediate, root].map { try Certificate(pemRepresentation: $0) }
  }

  private static let leaf = """
    -----BEGIN CERTIFICATE-----
    MIIBbjCCARSgAwIBAgIUBI8+UCopqlp8NmjfCNjwUzCSsVAwCgYIKoZIzj0EAwIw
    JjEWMBQGA1UECgwNTGV0J3MgRW5jcnlwdDEMMAoGA1UEAwwDRTk5MB4XDTI2MDEw
    MTAwMDAwMFoXDTI2MDIxNzAwMDAwMFowGjEYMBYGA1UEAwwPYXBpLmV4YW1wbGUu
    Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZI2jB/y3Gt26Ep4gbqS5fh09
    8zNdK6mVhBlZIdcz4UhH5oYAju542b/mIX3JRnLklnsxQQviuwQFeEXkQad0lKMs
    MCowDAYDVR0TAQH/BAIwADAaBgNVHREEEzARgg9hcGkuZXhhbXBsZS5jb20wCgYI
    KoZIzj0EAwIDSAAwRQIhAJgt27yIwwPhSKkx6PvoAFz8L0prW1rcU5wsA3IPIDQP
    AiASZQlKyJas2iNZoioPD5OLOPVOz4OqHhtMSCubryWEbQ==
    -----END CERTIFICATE-----
    """

  private static let intermediate = """
    -----BEGIN CERTIFICATE-----
    MIIBYDCCAQegAwIBAgIUAyXpWHebz5asenAzyKa2cIQtKLMwCgYIKoZIzj0EAwIw
    JjEVMBMGA1UECgwMRXhhbXBsZSBSb290MQ0wCwYDVQQDDARSb290MB4XDTI0MDEw
    MTAwMDAwMFoXDTI3MDEwMTAwMDAwMFowJjEWMBQGA1UECgwNTGV0J3MgRW5jcnlw
    dDEMMAoGA1UEAwwDRTk5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIHGB5CEC
    TxaTbqvQl9sbbwkLM4+Du3WH+xBG7mwQ1buKK287U2JkIlF2rK1fss9x192GADSN
    HvQHSPv14Hm/CaMTMBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBE
    AiBSTwb8dTOrUN6q6z9R7XJ1eIezzoJu9u1E/z+z2z2UAAIgVGjTNAdPUm8Nqbpp
    a1WIJkOEOpMcOMH9ARue6IkL/BE=
    -----END CERTIFICATE-----
    """

  private static let root = """
    -----BEGIN CERTIFICATE-----
    MIIBYTCCAQegAwIBAgIUGIuxfKmM2FS1Voi/pnUNVOdEXNMwCgYIKoZIzj0EAwIw
    JjEVMBMGA1UECgwMRXhhbXBsZSBSb290MQ0wCwYDVQQDDARSb290MB4XDTIwMDEw
    MTAwMDAwMFoXDTQwMDEwMTAwMDAwMFowJjEVMBMGA1UECgwMRXhhbXBsZSBSb290
    MQ0wCwYDVQQDDARSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErTxNlH6I
    AJQxD9IEU4KttQGaT8qMYM6ZOKEHWlCqS5BI/BERz6JWMZy31uc/dFvUAEIfFRLf
    WBBFj9SCQTJOh6MTMBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBF
    AiEAtxm/G5bOxFwKtsg9ScTyWGStmur392LF7zGmeO7iXrACIHSEBSxXvC7y/wwx
    a79zKN/MHsBsdMSUxgLHr7lP8/3+
    -----END CERTIFICATE-----
    """
}
