import ChatSystem
import Glibc
import OmamoriCore
import OmamoriCrypto

/// What was said with each peer or in each group, a file each, with each line sealed in its place with a key of the account's keychain.
///
/// A file is a row of sealed fields, each behind its length in four bytes. Every line is bound to its peer and its number,
/// so that lines cannot be moved, exchanged or taken out of the middle. Appending belongs inside of a step; a line that was
/// only half written is written again. Safe to use from any thread.
final class ChatHistory: Sendable {
  /// Whose histories they are: a line of one kind is none of the other.
  enum Kind: String, Sendable, CaseIterable {
    case peers = "omamori.chat.history/"
    case groups = "omamori.chat.group-history/"

    /// The folder of the kind in that of all histories.
    func folder(in path: String) -> String { self == .peers ? path : path + "/groups" }
  }

  /// The most bytes of a sealed line.
  private static let greatestLine = 512 << 10

  /// Whose histories they are.
  let kind: Kind
  private let folder: String
  private let sealer: FieldSealer

  /// Uses a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of all histories, which is there.
  ///   - keyset: The keys.
  ///   - kind: Whose histories; groups have a folder of their own in it, and files named by their identifiers.
  /// - Throws: `CryptoError`.
  init(in folder: String, _ keyset: Keyset, _ kind: Kind = .peers) throws {
    (self.kind, self.folder) = (kind, kind.folder(in: folder))
    sealer = try FieldSealer(keyset)
  }

  /// The peers that there are lines of, in the order of their names.
  func peers() -> [String] {
    // because a folder that cannot be read has no lines that could be read
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap(Self.peer).sorted()
  }

  /// How many whole lines there are.
  func count(with peer: String) throws -> Int { try scan(peer).ends.count }

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - peer: The peer.
  ///   - first: How many lines to leave out.
  /// - Returns: The lines with their numbers, from 1.
  /// - Throws: ``ChatFault`` for a file that cannot be read or was changed.
  func entries(with peer: String, from first: Int = 0) throws -> [(number: Int, entry: HistoryEntry)] {
    let (bytes, ends) = try scan(peer)
    var found: [(Int, HistoryEntry)] = []
    for index in ends.indices.dropFirst(first) {
      let start = (index == 0 ? 0 : ends[index - 1]) + 4
      found.append((index + 1, try open(Data(bytes[start..<ends[index]]), peer, index)))
    }
    return found
  }

  /// Writes a line behind the others and brings it to the disk, unless it is the last one already.
  func append(_ entry: HistoryEntry, with peer: String) throws {
    let path = path(of: peer)
    let (bytes, ends) = try scan(peer)
    if let end = ends.last {
      let start = (ends.count == 1 ? 0 : ends[ends.count - 2]) + 4
      let last = try open(Data(bytes[start..<end]), peer, ends.count - 1)
      if last.identifier == entry.identifier { return }
    }
    try makeFolder()
    try Self.write(try line(entry, peer, ends.count), to: path, at: ends.last ?? 0)
  }

  /// Writes all lines at once, in place of those that are there.
  func write(_ entries: [HistoryEntry], with peer: String) throws {
    let lines = try entries.enumerated().map { try line($0.element, peer, $0.offset) }
    try makeFolder()
    try SmallFile.write(lines.flatMap(\.self), to: path(of: peer))
  }

  /// Forgets all lines, if there are any.
  func remove(_ peer: String) throws {
    let path = path(of: peer)
    if FileStatus.isThere(path) { try FileManager.default.removeItem(atPath: path) }
  }

  /// Makes the folder, unless it is there.
  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  // MARK: - Lines

  private func line(_ entry: HistoryEntry, _ peer: String, _ index: Int) throws -> [UInt8] {
    let sealed = try sealer.seal(Data(entry.json.utf8()), in: context(peer, index)).data
    let length = UInt32(sealed.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + sealed
  }

  private func open(_ sealed: Data, _ peer: String, _ index: Int) throws -> HistoryEntry {
    do {
      let plain = try sealer.open(try SealedField(sealed), in: context(peer, index))
      guard let entry = HistoryEntry(decoding: plain) else { throw ChatFault.damagedHistory }
      return entry
    } catch {
      throw ChatFault.damagedHistory
    }
  }

  private func context(_ peer: String, _ index: Int) -> FieldContext {
    FieldContext(table: kind.rawValue + peer, column: "line", row: .integer(Int64(index)))
  }

  // MARK: - Files

  /// The file of a peer.
  func path(of peer: String) -> String { folder + "/" + ChatPlace.fileName(of: peer) + ".history" }

  private static func peer(of file: String) -> String? {
    guard file.hasSuffix(".history") else { return nil }
    let name = String(file.dropLast(".history".count))
    guard name.hasPrefix("=") else { return name }
    // because a file of another name is not ours
    guard let bytes = try? Base64URL.decode(name.dropFirst()) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The bytes of a file, and where its whole lines end.
  private func scan(_ peer: String) throws -> (bytes: [UInt8], ends: [Int]) {
    let path = path(of: peer)
    guard FileStatus.isThere(path) else { return ([], []) }
    let bytes = try SmallFile.read(path, limit: 1 << 30)
    var (ends, offset): ([Int], Int) = ([], 0)
    while offset + 4 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.greatestLine else { throw ChatFault.damagedHistory }
      guard offset + 4 + length <= bytes.count else { break }
      offset += 4 + length
      ends.append(offset)
    }
    return (bytes, ends)
  }

  private static func write(_ line: [UInt8], to path: String, at offset: Int) throws {
    // because the name is a string that outlives the call
    let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw WriteFailure(path: path, code: errno) }
    defer { close(file) }
    guard ftruncate(file, off_t(offset)) == 0, lseek(file, off_t(offset), SEEK_SET) == off_t(offset) else {
      throw WriteFailure(path: path, code: errno)
    }
    let code = PrivateFile.write(line, to: file)
    guard code == 0 else { throw WriteFailure(path: path, code: code) }
    guard fsync(file) == 0 else { throw WriteFailure(path: path, code: errno) }
  }
}
