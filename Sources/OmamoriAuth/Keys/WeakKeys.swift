/// Recognises the moduli of the key generator that CVE-2017-15361 (ROCA) is about.
///
/// Its primes are of the form k·M + (65537ᵃ mod M), M being the product of the first primes, so that the modulus is a
/// power of 65537 modulo each of them (Nemec et al., CCS 2017). Other moduli pass by chance once in 10⁸ or more.
enum WeakModulus {
  /// Says whether a modulus, big endian, has the form.
  static func isSuspect(_ modulus: [UInt8]) -> Bool {
    tests.allSatisfy { test in
      var remainder: UInt32 = 0
      for byte in modulus { remainder = (remainder << 8 | UInt32(byte)) % test.prime }
      return test.powers[Int(remainder)]
    }
  }

  private struct Test {
    let prime: UInt32
    /// Which remainders are powers of 65537.
    let powers: [Bool]

    init(prime: UInt32) {
      var powers = [Bool](repeating: false, count: Int(prime))
      var power: UInt32 = 1
      repeat {
        powers[Int(power)] = true
        power = power * (65537 % prime) % prime
      } while power != 1
      (self.prime, self.powers) = (prime, powers)
    }
  }

  /// The primes that have other remainders than those besides 0, those with the fewest powers first.
  private static let tests: [Test] = [
    11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
  ].map(Test.init).sorted { left, right in
    left.powers.count { $0 } * Int(right.prime) < right.powers.count { $0 } * Int(left.prime)
  }
}

/// Recognises public keys on Curve25519 that no honest owner has: points of small order, with which a signature or a
/// shared secret says nothing about who made it, and coordinates that are not reduced.
enum WeakPoint {
  /// Says whether an Ed25519 public key (RFC 8032) of 32 bytes is one of them.
  static func isWeakEd25519(_ encoded: [UInt8]) -> Bool { isWeak(encoded, ofOrderEight: edwards) }

  /// Says whether an X25519 public key (RFC 7748) of 32 bytes is one of them.
  static func isWeakX25519(_ encoded: [UInt8]) -> Bool { isWeak(encoded, ofOrderEight: montgomery) }

  private static func isWeak(_ encoded: [UInt8], ofOrderEight points: [[UInt8]]) -> Bool {
    guard encoded.count == 32 else { return true }
    var coordinate = encoded
    coordinate[31] &= 0x7F  // Without the uppermost bit, which is a sign or not read at all.
    return isUnreduced(coordinate) || isNearZero(coordinate) || points.contains(coordinate)
  }

  /// Whether the coordinate is 2²⁵⁵ - 20 or more: -1, or not reduced.
  private static func isUnreduced(_ coordinate: [UInt8]) -> Bool {
    coordinate[0] >= 0xEC && coordinate[1..<31].allSatisfy { $0 == 0xFF } && coordinate[31] == 0x7F
  }

  /// Whether the coordinate is 0 or 1.
  private static func isNearZero(_ coordinate: [UInt8]) -> Bool {
    coordinate[0] <= 1 && coordinate[1...].allSatisfy { $0 == 0 }
  }

  /// The y coordinates of the points of order 8.
  private static let edwards: [[UInt8]] = [
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
      0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
      0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
    ],
  ]

  /// The u coordinates of the points of order 8.
  private static let montgomery: [[UInt8]] = [
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
      0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
      0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
      0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
  ]
}
