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
    /// - Throws: `CryptoError`, `CryptoError.cancelled` when the task was cancelled before the end, and what the pieces
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

/// Verified plaintext in pieces, made from pieces of an encrypted file as they come.
///
/// As safe to share as the pieces it is made from.
public struct DecryptedPieces<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element: ContiguousBytes {
  /// A piece of plaintext, never empty.
  public typealias Element = [UInt8]

  let pieces: Pieces
  let opening: PayloadOpening

  /// Begins to read the file.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: pieces.makeAsyncIterator(), opening: opening)
  }

  /// Decrypts one file; belongs to one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Pieces.AsyncIterator
    private let opening: PayloadOpening
    private var scan: HeaderScan
    private var machine: ChunkMachine?
    private var cursor = PieceCursor<Pieces.Element>()
    private var failure: (any Error)?
    private var isAtEnd = false
    private var armor: UnarmoredPieces

    init(base: Pieces.AsyncIterator, opening: PayloadOpening) {
      armor = UnarmoredPieces(allowsArmor: opening.allowsArmor)
      (self.base, self.opening, scan) = (base, opening, HeaderScan(opening))
    }

    /// The next piece; `nil` after the last, which says that the file is whole.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The piece.
    /// - Throws: `CryptoError`, `CryptoError.cancelled` when the task was cancelled before the end, and what the pieces
    ///   throw; again and again after a failure.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
      while !isAtEnd {
        if let failure { throw failure }
        if let machine, !cursor.isEmpty {
          if let bytes = try release(cursor.step(machine)) { return bytes }
          continue
        }
        let piece = try await nextPiece(actor)
        isAtEnd = piece == nil
        if machine != nil, armor.isPlain, let piece {
          cursor.take(piece)
        } else if let bytes = try await take(piece, actor) {
          return bytes
        }
      }
      if let failure { throw failure }
      return nil
    }

    /// The next piece of the input; a failure to get it stays one.
    private mutating func nextPiece(_ actor: isolated (any Actor)?) async throws -> Pieces.Element? {
      do {
        let piece = try await base.next(isolation: actor)
        // Streams end for a task that is cancelled, wherever they are.
        if piece == nil, Task.isCancelled { throw CryptoError.cancelled }
        return piece
      } catch {
        failure = error
        throw error
      }
    }

    /// Takes a piece that belongs to the header, at least with its first bytes, or to armor; gives what it completes.
    private mutating func take(_ piece: Pieces.Element?, _ actor: isolated (any Actor)?) async throws
      -> [UInt8]?
    {
      do {
        // because the bytes are copied inside the closure
        let copy = piece.map { unsafe $0.withUnsafeBytes { unsafe Array($0) } } ?? []
        let bytes = try armor.take(copy, isEnd: isAtEnd)
        if let machine { return try release(machine.process(bytes, isEnd: isAtEnd)) }
        // because UInt8 has no padding
        guard let header = try unsafe scan.take(bytes.byteSpan.bytes) else {
          if isAtEnd { throw scan.truncation }
          return nil
        }
        let opening = opening
        let cipher = try await OwnThread.run { () throws(CryptoError) in try opening.open(header) }
        let machine = try ChunkMachine(cipher, .open)
        self.machine = machine
        return try release(machine.process(scan.takeRest(), isEnd: isAtEnd))
      } catch let error as CryptoError {
        failure = error
        throw error
      }
    }

    /// Gives verified bytes before the failure that follows them.
    private mutating func release(_ result: ChunkMachine.Result) throws -> [UInt8]? {
      failure = result.failure
      if !result.bytes.isEmpty { return result.bytes }
      if let failure { throw failure }
      return nil
    }
  }
}

extension DecryptedPieces: Sendable where Pieces: Sendable {}
