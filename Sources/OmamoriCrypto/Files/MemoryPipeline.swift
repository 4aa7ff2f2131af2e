import OmamoriCore

/// Seals or opens a payload that lies in memory.
struct MemoryPipeline {
  let cipher: ChunkCipher
  let direction: ChunkWorker.Direction
  let jobs: Int?

  /// Below this size another thread costs more than it saves.
  private static let worthOneThread = 1 << 20

  /// Gives some bytes with the result after them.
  func run(_ bytes: RawSpan, after header: [UInt8], resultSize: Int) throws(CryptoError) -> [UInt8] {
    let control = StreamControl(jobs: jobs ?? (bytes.byteCount < Self.worthOneThread ? 1 : nil))
    var failure: CryptoError?
    // because every byte of the result is written before the closure says how many there are
    let result = unsafe [UInt8](unsafeUninitializedCapacity: header.count + resultSize) { room, count in
      let room = UnsafeMutableRawBufferPointer(room)
      unsafe LargePages.prefer(for: room)  // because nothing is written yet
      unsafe room.copyBytes(from: header)  // because the room is larger
      // because the part lies within the room
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: room[header.count..<header.count + resultSize])
      do throws(CryptoError) {
        // because the bytes and the room stay where they are until all threads are done
        unsafe try bytes.withUnsafeBytes { bytes throws(CryptoError) in
          _ = try unsafe ChunkPipeline(
            cipher: cipher, direction: direction, input: .memory(BorrowedBytes(bytes)),
            output: .memory(BorrowedRoom(rest)), control: control
          ).run()
        }
        count = header.count + resultSize
      } catch {
        unsafe rest.initializeMemory(as: UInt8.self, repeating: 0)  // because what was opened must not stay
        failure = error
      }
    }
    if let failure { throw failure }
    return result
  }
}
