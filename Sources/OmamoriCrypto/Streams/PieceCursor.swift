import OmamoriCore

/// Goes through pieces of any size in steps of a few chunks, so that results stay small whatever the size of a piece.
struct PieceCursor<Piece: ContiguousBytes> {
  private var piece: Piece?
  private var offset = 0

  /// Whether the next piece is needed.
  var isEmpty: Bool { piece == nil }

  init() {}

  /// Takes the next piece.
  mutating func take(_ piece: Piece) { (self.piece, offset) = (piece, 0) }

  /// Lets a machine work on the next step.
  mutating func step(_ machine: ChunkMachine) -> ChunkMachine.Result {
    guard let piece else { return ChunkMachine.Result(bytes: [], failure: nil) }
    let (start, size) = (offset, machine.stepSize)
    // because the buffer stays inside the closure
    let (result, end) = unsafe piece.withUnsafeBytes { bytes in
      let end = min(start + size, bytes.count)
      let part = unsafe bytes.bytes.extracting(start..<end)  // because the span ends with the closure
      let isFollowed = end < bytes.count
      return (machine.process(part, isEnd: false, isFollowed: isFollowed), isFollowed ? end : nil)
    }
    if let end { offset = end } else { self.piece = nil }
    return result
  }
}
