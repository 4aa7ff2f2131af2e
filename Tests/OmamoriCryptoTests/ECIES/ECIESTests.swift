import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// The byte format of Apple's SecKey functions.
@Suite struct ECIESTests {
  static let all: [ECIES] = [
    .standardX963SHA256AESGCM, .standardX963SHA384AESGCM, .standardX963SHA512AESGCM,
    .standardVariableIVX963SHA256AESGCM, .standardVariableIVX963SHA384AESGCM,
    .standardVariableIVX963SHA512AESGCM,
  ]

  /// Messages for the recipient 11…11 from the ephemeral key 22…22: scheme, shared information, what follows the point.
  static let known: [(ECIES, String, String)] = [
    (.standardX963SHA256AESGCM, "", "d75aeebfcae37c288da77ff4d6c98c2a8daf7022ac64c226d03c2f62bb7"),
    (.standardVariableIVX963SHA256AESGCM, "", "1234e1fe2ddbef20d97c96269b04d2c8385234e6f3bdf44d24f741769b68"),
    (.standardX963SHA256AESGCM, "shared", "85ea6774a41796aabd5f64076d433028871e639fb97cdc2c4e969a02a0469a"),
    (.standardVariableIVX963SHA256AESGCM, "shared", "85c22685d4763b5e9c7784504b196896a6ac014a039db2199564b160009a8a"),
  ]
}
