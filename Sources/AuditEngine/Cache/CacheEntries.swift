import OmamoriCore
import OmamoriCryptoKit
import OmamoriReport

/// What one audit takes from a cache and what it keeps there.
///
/// Safe to use from any thread.
package final class CacheEntries: Sendable {
  /// What a result belongs to: a digest of everything it depends on.
  package struct Key: Hashable, Comparable {
    package let digest: [UInt8]

    package static func < (left: Key, right: Key) -> Bool {
      left.digest.lexicographicallyPrecedes(right.digest)
    }
  }

  private let environment: [UInt8]
  private let file: String
  private let kept: [Key: ArraySlice<UInt8>]
  private let used = Protected<[Key: [UInt8]?]>([:])

  package static let start = Array("Omamori audit cache 1\n".utf8)

  /// Reads what `file` keeps.
  package init(environment: [UInt8], file: String) {
    (self.environment, self.file) = (environment, file)
    kept = (try? CacheFile.read(file)).flatMap { try? Self.entries(of: $0) } ?? [:]
  }

  /// The entries in the bytes of a cache; its sum must be right.
  package static func entries(of bytes: [UInt8]) throws(CacheError) -> [Key: ArraySlice<UInt8>] {
    let length = SHA256.byteCount
    guard bytes.starts(with: start), bytes.count >= start.count + length,
      SHA256.hash(data: bytes.dropLast(length)).elementsEqual(bytes.suffix(length))
    else { throw .malformed }
    var reader = CacheReader(bytes.dropLast(length).dropFirst(start.count))
    let list = try reader.list { (reader) throws(CacheError) in (try reader.raw(), try reader.raw()) }
    guard reader.isAtEnd, list.allSatisfy({ $0.0.count == length }) else { throw .malformed }
    var entries: [Key: ArraySlice<UInt8>] = [:]
    for (digest, result) in list { entries[Key(digest: Array(digest))] = result }
    return entries
  }

  /// The key of what is found in `text` when so much is known of other files.
  package func key(of text: TextSource, knowledge: [UInt8]) -> Key {
    var writer = CacheWriter()
    writer.write(raw: environment)
    writer.write(raw: knowledge)
    writer.write(text.path)
    writer.write(text.context.rawValue)
    var hash = SHA256()
    hash.update(data: writer.bytes)
    hash.update(data: text.bytes)
    return Key(digest: Array(hash.finalize()))
  }

  /// A digest of what files say about each other.
  package static func digest(of exports: [FileExports]) -> [UInt8] {
    var hash = SHA256()
    for exports in exports {
      var writer = CacheWriter()
      writer.write(exports)
      hash.update(data: writer.bytes)
    }
    return Array(hash.finalize())
  }

  /// What is kept under `key`; `nil` when there is nothing, or nothing that can be read.
  package func result(for key: Key) -> FileResult? {
    guard let bytes = kept[key] else { return nil }
    var reader = CacheReader(bytes)
    guard let result = try? reader.value(FileResult.self), reader.isAtEnd else { return nil }
    used.withLock { $0[key] = .some(nil) }
    return result
  }

  /// Keeps `result` under `key`.
  func keep(_ result: FileResult, for key: Key) {
    var writer = CacheWriter()
    writer.write(result)
    let bytes = writer.bytes
    used.withLock { $0[key] = bytes }
  }

  /// Writes what was used and what is new; what nobody asked for is forgotten.
  ///
  /// Without a place to write to there is no cache, which is no fault of the audit.
  func save() {
    let used = used.current
    guard used.count != kept.count || used.values.contains(where: { $0 != nil }) else { return }
    var writer = CacheWriter()
    writer.write(used.keys.sorted()) { writer, key in
      writer.write(raw: key.digest)
      writer.write(raw: (used[key] ?? nil) ?? Array(kept[key] ?? []))
    }
    let content = Self.start + writer.bytes
    try? CacheFile.write(content + Array(SHA256.hash(data: content)), to: file)
  }
}
