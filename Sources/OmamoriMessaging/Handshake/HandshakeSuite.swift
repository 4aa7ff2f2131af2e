/// The algorithms that a session starts with, the strongest last.
///
/// Both sides name the suites that they take, both lists are bound into the keys, and the strongest one in both lists
/// is used: leaving one out on the way gives different keys. A value; safe to share between threads.
public enum HandshakeSuite: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// X25519 and SHA-256 alone: what is recorded today may be read with a quantum computer of the future.
  case x25519 = 1
  /// X25519 and SHA-256 with ML-KEM-768.
  case x25519MLKEM768 = 2
  /// X25519 and SHA-256 with ML-KEM-1024.
  case x25519MLKEM1024 = 3

  /// The suites that the system has; without the last two before iOS 26 and macOS 26.
  public static var supported: [HandshakeSuite] { KeyEncapsulation.isSupported ? allCases : [.x25519] }

  /// Says whether `left` is the weaker one.
  public static func < (left: HandshakeSuite, right: HandshakeSuite) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name of the suite in key derivation.
  var label: String {
    switch self {
    case .x25519: "Omamori Messaging v1 X3DH X25519 SHA-256"
    case .x25519MLKEM768: "Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-768"
    case .x25519MLKEM1024: "Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-1024"
    }
  }

  /// The key encapsulation mechanism, or `nil` where there is none.
  var encapsulation: KeyEncapsulation? {
    switch self {
    case .x25519: nil
    case .x25519MLKEM768: .mlkem768
    case .x25519MLKEM1024: .mlkem1024
    }
  }
}
