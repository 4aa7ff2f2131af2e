public import OmamoriCore

/// An encrypted file in pieces, made from pieces of plaintext as they come.
///
/// Each iteration makes a new file with new keys. As safe to share as the pieces it is made from.
public struct EncryptedPieces<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element: ContiguousBytes {
  /// A piece of the encrypted file, never empty.
  public typealias Element = [UInt8]

  let pieces: Pieces
  let sealing: PayloadSealing

  /// Begins a file.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: pieces.makeAsyncIterator(), sealing: sealing)
  }

  /// Encrypts one file; belongs to one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Pieces.AsyncIterator
    private let sealing: PayloadSealing
    private var machine: ChunkMachine?
    private var isAtEnd = false

    init(base: Pieces.AsyncIterator, sealing: PayloadSealing) { (self.base, self.sealing) = (base, sealing) }

    /// The next piece; `nil` after the last.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The piece.
    /// - Throws: ``CryptoError`` and what the pieces throw.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
      guard let machine else {
        let sealing = sealing
        let (header, cipher) = try await SlowThread.run { () throws(CryptoError) in try sealing.begin() }
        machine = try ChunkMachine(cipher, .seal)
        return header
      }
      while !isAtEnd {
        let piece = try await base.next(isolation: actor)
        isAtEnd = piece == nil
        let result = machine.process(piece)
        if let failure = result.failure { throw failure }
        if !result.bytes.isEmpty { return result.bytes }
      }
      return nil
    }
  }
}

extension EncryptedPieces: Sendable where Pieces: Sendable {}

extension ChunkMachine {
  /// Takes a piece, or the end.
  func process(_ piece: (some ContiguousBytes)?) -> Result {
    guard let piece else { return process(RawSpan(), isEnd: true) }
    // because the buffer stays inside the closure
    return unsafe piece.withUnsafeBytes { process(unsafe $0.bytes, isEnd: false) }
  }
}
