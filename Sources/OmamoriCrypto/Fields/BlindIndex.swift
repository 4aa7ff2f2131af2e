public import OmamoriCore

/// Finds sealed values by equality: a keyed hash of the value stands in a column of its own, which can be indexed.
///
/// **What it gives away.** Rows with equal values have equal hashes, so that who sees the table sees how often each value
/// occurs, and who can also insert values can look for them. Do not index columns with few or very
/// uneven values (a sex, a blood group, a diagnosis). Fewer bits hide more: several values then share a hash, and the
/// program has to open and to compare what it found.
///
/// The key is derived for one table and one column, apart from those that seal, so hashes of two columns never match.
/// Without the key nothing can be guessed, not even short numbers. Safe to use from any thread.
public struct BlindIndex: Sendable {
  /// How many bits a hash has.
  public let bits: Int
  private let normalization: TextNormalization
  /// The primary key first.
  private let keys: [SymmetricKey]

  /// Derives the keys of a column.
  ///
  /// - Parameters:
  ///   - keyset: The keys. Rotating them changes all hashes, so that a keyset apart from the sealing one may be wanted.
  ///   - table: The table.
  ///   - column: The column whose values are to be found.
  ///   - normalization: What counts as the same value.
  ///   - bits: How many bits of HMAC-SHA256 are kept, 8 to 256.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`.
  public init(
    _ keyset: Keyset,
    table: String,
    column: String,
    normalization: TextNormalization,
    bits: Int = 128
  ) throws(CryptoError) {
    guard (8...256).contains(bits) else { throw .outOfRange(lower: 8, upper: 256) }
    (self.bits, self.normalization) = (bits, normalization)
    let info =
      Array("Omamori blind index v1".utf8) + FieldContext.prefixed(Array(table.utf8))
      + FieldContext.prefixed(Array(column.utf8))
    let primary = keyset.keys.filter { $0.entry.state == .primary }
    let others = keyset.keys.filter { $0.entry.state != .primary }
    keys = (primary + others).map { key in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(copying: key.secret.copy()), info: info, outputByteCount: 32)
    }
  }

  /// The hash of a text under the primary key, to be stored with it.
  public func hash(of text: String) -> Data { hash(of: Data(normalization.apply(to: text).utf8)) }

  /// The hash of bytes under the primary key; nothing is normalised.
  public func hash(of bytes: Data) -> Data { hashes(of: bytes).first ?? Data() }

  /// The hashes of a text under every key, the primary one first: search for any of them while keys are rotated.
  public func hashes(of text: String) -> [Data] { hashes(of: Data(normalization.apply(to: text).utf8)) }

  /// The hashes of bytes under every key, the primary one first; nothing is normalised.
  public func hashes(of bytes: Data) -> [Data] {
    keys.map { key in
      var hash = Data(HMAC<SHA256>.authenticationCode(for: bytes, using: key)).prefix((bits + 7) / 8)
      let unused = hash.count * 8 - bits
      if unused > 0 { hash[hash.endIndex - 1] &= 0xFF << UInt8(unused) }
      return Data(hash)
    }
  }
}
