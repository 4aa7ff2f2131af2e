import OmamoriCore

/// The folder of a log: its segment files, and the note about segments that retention removed.
///
/// A segment file appears under its name only with its whole header: it is written under another name and then renamed.
/// Its methods read files and so may wait for the disk.
public struct LogFolder: Sendable, Hashable {
  /// The most segments of a log in one folder.
  public static let maximumSegments = 1 << 22
  /// The name of the note about segments that were removed.
  public static let prunedName = "pruned.note"
  private static let suffix = ".segment"
  private static let digitCount = 20

  /// The path of the folder.
  public let path: String

  /// Names a folder.
  public init(path: String) { self.path = path }

  /// The name of the file of a segment: its number in twenty digits and `.segment`.
  public static func name(ofSegment number: UInt64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: digitCount - digits.count) + digits + suffix
  }

  /// The number of the segment with this file name, or `nil` for other files.
  public static func segment(named name: String) -> UInt64? {
    guard name.utf8.count == digitCount + suffix.utf8.count, name.hasSuffix(suffix),
      let number = UInt64(name.prefix(digitCount)), Self.name(ofSegment: number) == name
    else { return nil }
    return number
  }

  /// The path of the file of a segment.
  public func path(ofSegment number: UInt64) -> String { path + "/" + Self.name(ofSegment: number) }

  /// The numbers of the segments that are there, the lowest first.
  ///
  /// - Throws: ``AuditLogError/system(code:)`` when the folder cannot be read, ``AuditLogError/format(_:)`` for more than
  ///   ``maximumSegments``.
  public func segments() throws(AuditLogError) -> [UInt64] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
      throw .system(code: isDenied ? Self.noPermission : Self.noEntry)
    }
    let numbers = names.compactMap(Self.segment(named:)).sorted()
    guard numbers.count <= Self.maximumSegments else { throw .format(.tooLarge(limit: Self.maximumSegments)) }
    return numbers
  }

  /// The note about segments that retention removed, when there is one that the log signed.
  ///
  /// - Throws: ``AuditLogError/format(_:)`` or ``AuditLogError/key(_:)`` for one that is wrong.
  package func pruned(verifiedBy key: LogKey) throws(AuditLogError) -> PrunedSegments? {
    let path = path + "/" + Self.prunedName
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let file = try SegmentFile(path: path)
    var bytes = [UInt8](repeating: 0, count: SignedNote.maximumSize + 1)
    var (count, failure): (Int, AuditLogError?) = (0, nil)
    // because the buffer is only written during the call
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(AuditLogError) {
        count = try unsafe file.read(at: 0, into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return try PrunedSegments(note: Array(bytes.prefix(count)), verifiedBy: key)
  }

  /// The header of a segment, signed by the key that it names; the first one says which key a log claims to have.
  ///
  /// - Parameter number: The number of the segment.
  /// - Returns: The header.
  /// - Throws: What ``SegmentHeader/init(decoding:)`` throws, or ``AuditLogError/system(code:)``.
  package func header(ofSegment number: UInt64) throws(AuditLogError) -> SegmentHeader {
    var stream = try stream(ofSegment: number)
    return try stream.header()
  }

  /// A stream over a segment.
  func stream(ofSegment number: UInt64) throws(AuditLogError) -> SegmentStream {
    SegmentStream(try SegmentFile(path: path(ofSegment: number)))
  }

  // ENOENT and EACCES, which have these numbers on every system.
  private static let noEntry: Int32 = 2
  private static let noPermission: Int32 = 13
}

extension LogFolder {
  /// The leaves of the log, from which proofs are made.
  ///
  /// Frames are not authenticated here: what a proof leads to is compared with a checkpoint. It takes 32 bytes of memory
  /// an entry.
  ///
  /// - Parameter key: The key of the log.
  /// - Returns: The leaves that retention has left, up to the last whole frame.
  /// - Throws: ``AuditLogError/key(_:)`` for another log, ``AuditLogError/format(_:)`` where a segment does not go on from
  ///   the one before, ``AuditLogError/system(code:)``.
  package func leaves(verifiedBy key: LogKey) throws(AuditLogError) -> MerkleLeaves {
    var (leaves, link, block): (MerkleLeaves?, LogHash, FrameBlock) = (nil, .zero, FrameBlock())
    for number in try segments() {
      var stream = try stream(ofSegment: number)
      let header = try stream.header()
      guard header.key == key else { throw .key(.wrongKey) }
      var known = leaves ?? MerkleLeaves(after: header.position.tree)
      guard known.tree == header.position.tree, leaves == nil || header.position.link == link else {
        throw .format(.malformed(offset: 0))
      }
      link = header.leaf
      known.append(link)
      while case .frame(_, known.tree.count, let byteCount) = try stream.step(expecting: known.tree.count) {
        // because the frame was measured
        unsafe stream.withFrame(byteCount) { unsafe block.load($0, after: link) }
        link = block.leaf
        known.append(link)
        stream.skip(byteCount)
      }
      leaves = known
    }
    return leaves ?? MerkleLeaves()
  }
}
