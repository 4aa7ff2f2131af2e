import OmamoriCore
import OmamoriCrypto

/// What pins are compared with, of every certificate of a validated chain; computed once a chain.
package struct ChainDigests: Sendable, Hashable {
  let publicKeys: [PinDigest]
  let certificates: [PinDigest]

  init(_ chain: [Certificate]) {
    publicKeys = chain.compactMap { PinDigest($0.pinDigest(.publicKey)) }
    certificates = chain.compactMap { PinDigest($0.pinDigest(.certificate)) }
  }
}
