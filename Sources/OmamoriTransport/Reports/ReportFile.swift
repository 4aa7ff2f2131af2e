import OmamoriCore
import OmamoriCrypto

/// The queue of reports in a file, sealed, changed by one process at a time and replaced in one step.
///
/// Blocks until the disk is done. Safe to use from any thread and process.
struct ReportFile: Sendable {
  private static let header: [UInt8] = Array("OMPR".utf8) + [1]
  private static let greatestSize = 2 << 20

  let path: String
  let key: SymmetricKey

  /// Reads the queue, lets `body` change it and writes it when it changed.
  ///
  /// A file that does not open with the key, or is damaged, counts as empty: reports are no evidence worth keeping an app
  /// from going on for. `wasDamaged` says so.
  ///
  /// - Throws: ``CryptoError``.
  func update<Result>(
    _ body: (inout ReportQueue) -> Result
  ) throws(CryptoError) -> (result: Result, wasDamaged: Bool) {
    try WholeFile.locked(path + ".lock") { () throws(CryptoError) in
      let stored = try WholeFile.read(path, limit: Self.greatestSize)
      let old = stored.flatMap(open)
      var queue = old ?? ReportQueue()
      let before = queue
      let result = body(&queue)
      if queue != before {
        let sealed = try seal(queue)
        // because every pattern of bits is a UInt8
        try unsafe WholeFile.write(path, sealed.span.bytes, replacing: true)
      }
      return (result, stored != nil && old == nil)
    }
  }

  private func open(_ bytes: [UInt8]) -> ReportQueue? {
    guard bytes.starts(with: Self.header),
      let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(Self.header.count)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: Self.header)
    else { return nil }
    return ReportQueue(Array(plain))
  }

  private func seal(_ queue: ReportQueue) throws(CryptoError) -> Data {
    guard let sealed = try? AES.GCM.seal(queue.bytes, using: key, authenticating: Self.header).combined else {
      throw .backend(code: 0)
    }
    return Data(Self.header) + sealed
  }
}
