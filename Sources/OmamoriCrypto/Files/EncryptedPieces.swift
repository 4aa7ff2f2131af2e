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
    private var cursor = PieceCursor<Pieces.Element>()
    private var isAtEnd = false
    /// What ended the file early, so that it is never taken for whole.
    private var failure: (any Error)?
    /// The armor around the file, if it has one.
    private var armor: AgeArmorWriter?

    init(base: Pieces.AsyncIterator, sealing: PayloadSealing) {
      (self.base, self.sealing) = (base, sealing)
      armor = sealing.isArmored ? AgeArmorWriter() : nil
    }

    /// The next piece; `nil` after the last.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The piece.
    /// - Throws: ``CryptoError``, ``CryptoError/cancelled`` when the task was cancelled before the end, and what the pieces
    ///   throw; again and again after a failure.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
      if let failure { throw failure }
      do {
        return try await advance(actor)
      } catch {
        failure = error
        throw error
      }
    }

    private mutating func advance(_ actor: isolated (any Actor)?) async throws -> [UInt8]? {
      guard let machine else {
        let sealing = sealing
        let (header, cipher) = try await OwnThread.run { () throws(CryptoError) in try sealing.begin() }
        machine = try ChunkMachine(cipher, .seal)
        return armored(header)
      }
      while !isAtEnd {
        if cursor.isEmpty {
          let piece = try await base.next(isolation: actor)
          // Streams end for a task that is cancelled, wherever they are.
          if piece == nil, Task.isCancelled { throw CryptoError.cancelled }
          if let piece { cursor.take(piece) } else { isAtEnd = true }
        }
        let result = isAtEnd ? machine.process([], isEnd: true) : cursor.step(machine)
        if let failure = result.failure { throw failure }
        let bytes = armored(result.bytes)
        if !bytes.isEmpty { return bytes }
      }
      return nil
    }

    /// The bytes as they go out, with the end of the armor after the last.
    private mutating func armored(_ bytes: [UInt8]) -> [UInt8] {
      guard armor != nil else { return bytes }
      var text: [UInt8] = []
      armor?.write(bytes.byteSpan, into: &text)
      if isAtEnd { armor?.finish(into: &text) }
      return text
    }
  }
}

extension EncryptedPieces: Sendable where Pieces: Sendable {}

extension ChunkMachine {
  /// Takes bytes, and the end if it comes with them.
  func process(_ bytes: [UInt8], isEnd: Bool) -> Result {
    unsafe process(bytes.byteSpan.bytes, isEnd: isEnd)  // because UInt8 has no padding
  }
}
