#if !canImport(Darwin)
import OmamoriCore

/// A shared secret, and what its receiver needs to find it.
struct LatticeEncapsulation: ~Copyable {
  let secret: SecretBytes
  let ciphertext: [UInt8]
}
#endif
