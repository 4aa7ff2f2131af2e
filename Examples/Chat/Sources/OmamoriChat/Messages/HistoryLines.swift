import OmamoriCore
import OmamoriMessaging

/// Lines of a history as a record of a backup: each as JSON in UTF-8 behind its length in four bytes.
///
/// Has no state; safe to use from any thread.
enum HistoryLines {
  /// The most bytes of all histories in a backup.
  static let room = 48 << 20
  /// The most bytes of one history in a backup.
  private static let roomOfOne = 15 << 20

  /// Encodes the newest lines that there is room for.
  ///
  /// - Parameters:
  ///   - entries: The lines, the oldest first.
  ///   - room: The most bytes.
  /// - Returns: The record, and how many of the oldest lines are not in it.
  static func encode(_ entries: [HistoryEntry], room: Int) -> (record: SharedSecretBytes, left: Int) {
    var (lines, size): ([[UInt8]], Int) = ([], 0)
    for entry in entries.reversed() {
      let line = entry.json.utf8()
      size += 4 + line.count
      guard size <= min(room, roomOfOne) else { break }
      lines.append(line)
    }
    let bytes = lines.reversed().flatMap { bigEndian(UInt32($0.count)) + $0 }
    return (SharedSecretBytes(SecretBytes(copying: bytes)), entries.count - lines.count)
  }

  /// Reads what ``encode(_:room:)`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  static func decode(_ record: SharedSecretBytes) throws(MessagingError) -> [HistoryEntry] {
    let bytes = record.plainCopy
    var (entries, offset): ([HistoryEntry], Int) = ([], 0)
    while offset < bytes.count {
      guard offset + 4 <= bytes.count else { throw .backup(.invalid) }
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let (start, end) = (offset + 4, offset + 4 + length)
      guard length <= HistoryEntry.greatestJSON, end <= bytes.count,
        let entry = HistoryEntry(decoding: bytes[start..<end])
      else { throw .backup(.invalid) }
      entries.append(entry)
      offset = end
    }
    return entries
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
