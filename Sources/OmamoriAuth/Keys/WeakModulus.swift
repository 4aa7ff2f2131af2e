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
