import OmamoriCore

/// The bytes of a file, out of age's armor if it has one.
///
/// Safe to use from any thread; one at a time reads.
final class UnarmoredSource: ByteSource {
  private struct State {
    /// Bytes that come before those of the base, or out of the armor.
    var ready: [UInt8] = []
    var offset = 0
    /// The reader of the armor; `nil` when there is none.
    var armor: AgeArmorReader?
    var isAtEnd = false
  }

  private let base: any ByteSource
  private let state: Protected<State>

  /// The bytes that are taken out of the armor at a time.
  private static let step = 64 << 10

  /// Reads as much of `base` as says whether it is armored.
  ///
  /// - Throws: `CryptoError`.
  init(_ base: any ByteSource, isCancelled: () -> Bool) throws(CryptoError) {
    self.base = base
    var state = State()
    while true {
      if let isArmored = AgeArmor.isArmored(state.ready.byteSpan) {
        if isArmored { state.armor = AgeArmorReader() }
        break
      }
      let piece = try Self.read(base, 4096, isCancelled)
      state.ready += piece
      guard !piece.isEmpty else { break }
    }
    if var armor = state.armor {
      var bytes: [UInt8] = []
      try armor.read(state.ready.byteSpan, into: &bytes)
      (state.ready, state.armor) = (bytes, armor)
    }
    self.state = Protected(state)
  }

  /// Whether the bytes come out of armor.
  var isArmored: Bool { state.withLock { $0.armor != nil } }

  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int {
    while true {
      let taken = unsafe takeReady(into: room)  // because the room is the caller's
      if taken > 0 { return taken }
      guard isArmored else {
        return try unsafe base.next(into: room, isCancelled: isCancelled)
      }
      guard !state.withLock({ $0.isAtEnd }) else { return 0 }
      try decode(try Self.read(base, Self.step, isCancelled))
    }
  }

  private func takeReady(into room: UnsafeMutableRawBufferPointer) -> Int {
    let part: [UInt8] = state.withLock { state in
      let end = min(state.ready.count, state.offset + room.count)
      defer {
        state.offset = end
        if end == state.ready.count { (state.ready, state.offset) = ([], 0) }
      }
      return Array(state.ready[state.offset..<end])
    }
    unsafe room.copyBytes(from: part)  // because the part has at most the size of the room
    return part.count
  }

  /// Takes a piece of the armor, or its end.
  private func decode(_ piece: [UInt8]) throws(CryptoError) {
    let failure: CryptoError? = state.withLock { state in
      guard var armor = state.armor else { return nil }
      do throws(CryptoError) {
        if piece.isEmpty {
          state.isAtEnd = true
          try armor.finish(into: &state.ready)
        } else {
          try armor.read(piece.byteSpan, into: &state.ready)
        }
      } catch {
        return error
      }
      state.armor = armor
      return nil
    }
    if let failure { throw failure }
  }

  private static func read(
    _ base: any ByteSource,
    _ count: Int,
    _ isCancelled: () -> Bool
  ) throws(CryptoError) -> [UInt8] {
    let buffer = ChunkBuffer(count: count)
    // because the room belongs to this call
    let read = try unsafe base.next(into: buffer.bytes, isCancelled: isCancelled)
    return unsafe Array(buffer[0..<read])  // because the room holds that many bytes
  }
}

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
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`.
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
