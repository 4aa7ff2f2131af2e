import CommandLineKit
import OmamoriCrypto

/// The hash functions of `omamori hash`.
enum HashAlgorithm: String, CaseIterable, CommandLineValue {
  case sha256, sha384, sha512
  case sha3With256Bits = "sha3-256"
  case sha3With384Bits = "sha3-384"
  case sha3With512Bits = "sha3-512"

  /// The bytes of a hash value.
  var byteCount: Int {
    switch self {
    case .sha256, .sha3With256Bits: 32
    case .sha384, .sha3With384Bits: 48
    case .sha512, .sha3With512Bits: 64
    }
  }

  /// The name in lines such as `SHA256 (file) = …`.
  var tag: String { rawValue.uppercased() }

  /// A calculation that has begun.
  func begin() -> any HashFunction {
    switch self {
    case .sha256: SHA256()
    case .sha384: SHA384()
    case .sha512: SHA512()
    case .sha3With256Bits: SHA3_256()
    case .sha3With384Bits: SHA3_384()
    case .sha3With512Bits: SHA3_512()
    }
  }
}
