import OmamoriCore

/// Takes the pieces of a file out of age's armor, if it has one.
struct UnarmoredPieces {
  private enum State {
    /// The bytes so far do not tell yet.
    case undecided([UInt8])
    case plain
    case armored(AgeArmorReader)
  }

  private var state: State

  /// Begins a file.
  ///
  /// - Parameter allowsArmor: Whether it may be armored.
  init(allowsArmor: Bool) { state = allowsArmor ? .undecided([]) : .plain }

  /// Whether further pieces are to be used as they are.
  var isPlain: Bool {
    if case .plain = state { true } else { false }
  }

  /// Takes a piece.
  ///
  /// - Parameters:
  ///   - piece: The bytes after those that were taken before.
  ///   - isEnd: Whether they are the last.
  /// - Returns: The bytes of the file that are known now.
  /// - Throws: ``CryptoError/malformed(_:offset:)``, ``CryptoError/truncated(_:)``.
  mutating func take(_ piece: [UInt8], isEnd: Bool) throws(CryptoError) -> [UInt8] {
    switch state {
    case .plain: return piece
    case .undecided(let before):
      let bytes = before + piece
      switch AgeArmor.isArmored(bytes.byteSpan) {
      case true?: return try unarmored(bytes, AgeArmorReader(), isEnd)
      case nil where !isEnd:
        state = .undecided(bytes)
        return []
      default:
        state = .plain
        return bytes
      }
    case .armored(let reader): return try unarmored(piece, reader, isEnd)
    }
  }

  private mutating func unarmored(
    _ piece: [UInt8],
    _ reader: AgeArmorReader,
    _ isEnd: Bool
  ) throws(CryptoError) -> [UInt8] {
    var (reader, bytes): (AgeArmorReader, [UInt8]) = (reader, [])
    try reader.read(piece.byteSpan, into: &bytes)
    if isEnd { try reader.finish(into: &bytes) }
    state = .armored(reader)
    return bytes
  }
}
