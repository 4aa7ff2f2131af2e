package import OmamoriCore

/// An object of a repository.
package struct GitObject: Sendable, Equatable {
  /// What an object is.
  package enum Kind: UInt8, Sendable {
    case commit = 1
    case tree = 2
    case blob = 3
    case tag = 4

    package init?(name: some Collection<UInt8>) {
      switch String(decoding: Array(name), as: UTF8.self) {
      case "commit": self = .commit
      case "tree": self = .tree
      case "blob": self = .blob
      case "tag": self = .tag
      default: return nil
      }
    }
  }

  /// What it is.
  package let kind: Kind
  /// What it holds.
  package let bytes: [UInt8]

  /// The largest object that is read; larger ones are passed over.
  package static let sizeLimit = 16 << 20

  /// Reads a loose object: zlib around `kind size`, a zero byte and the content.
  ///
  /// - Returns: `nil` when it is broken or too large.
  package init?(loose data: [UInt8]) {
    guard data.count > 6 else { return nil }
    let stream = Array(data.dropFirst(2))
    guard let start = try? Inflater.inflate(stream, count: min(32, GitObject.sizeLimit), isWhole: false),
      let zero = start.firstIndex(of: 0), let space = start[..<zero].firstIndex(of: 0x20),
      let kind = Kind(name: start[..<space]),
      let size = Int(String(decoding: start[(space + 1)..<zero], as: UTF8.self)),
      (0...Self.sizeLimit).contains(size),
      let whole = try? Inflater.inflate(stream, count: zero + 1 + size, isWhole: false),
      whole.count == zero + 1 + size
    else { return nil }
    self.init(kind: kind, bytes: Array(whole.dropFirst(zero + 1)))
  }

  package init(kind: Kind, bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }
}

/// A commit: which tree it holds and what came before.
struct GitCommit: Sendable, Equatable {
  /// The files.
  let tree: GitObjectID
  /// The commits before it.
  let parents: [GitObjectID]
  /// When it was made, in seconds since 1970.
  let time: Int

  /// Reads the head of a commit.
  init?(_ bytes: [UInt8]) {
    var (tree, parents, time) = (nil as GitObjectID?, [GitObjectID](), 0)
    for line in bytes.prefix(65_536).split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      let words = line.split(separator: 0x20)
      guard let first = words.first else { continue }
      switch String(decoding: first, as: UTF8.self) {
      case "tree" where words.count == 2: tree = GitObjectID(String(decoding: words[1], as: UTF8.self))
      case "parent" where words.count == 2 && parents.count < 64:
        if let id = GitObjectID(String(decoding: words[1], as: UTF8.self)) { parents.append(id) }
      case "committer" where words.count > 2:
        time = Int(String(decoding: words[words.count - 2], as: UTF8.self)) ?? 0
      default: break
      }
    }
    guard let tree else { return nil }
    (self.tree, self.parents, self.time) = (tree, parents, time)
  }
}

/// A folder of a commit.
struct GitTree: Sendable, Equatable {
  /// A name in it.
  struct Entry: Sendable, Equatable {
    /// What stands under a name.
    enum Form: Sendable {
      case file
      case folder
      /// A link or another repository.
      case other
    }

    let form: Form
    let name: [UInt8]
    let id: GitObjectID
  }

  let entries: [Entry]

  /// Reads `mode name`, a zero byte and 20 bytes, over and over; what is broken ends the list.
  init(_ bytes: [UInt8]) {
    var (entries, rest) = ([Entry](), bytes[...])
    while let space = rest.firstIndex(of: 0x20), let zero = rest[space...].firstIndex(of: 0),
      rest.endIndex - zero > GitObjectID.length, entries.count < 200_000
    {
      let name = Array(rest[(space + 1)..<zero])
      let mode = String(decoding: rest[rest.startIndex..<space], as: UTF8.self)
      let end = zero + 1 + GitObjectID.length
      if let id = GitObjectID(bytes: rest[(zero + 1)..<end]), !name.isEmpty, name != [0x2E],
        name != [0x2E, 0x2E],
        !name.contains(0x2F)
      {
        let form: Entry.Form =
          mode.hasPrefix("100") ? .file : mode == "40000" || mode == "040000" ? .folder : .other
        entries.append(Entry(form: form, name: name, id: id))
      }
      rest = rest[end...]
    }
    self.entries = entries
  }
}

/// The name of an object of a repository: the SHA-1 of what it holds.
package struct GitObjectID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number of bytes of a name.
  package static let length = 20

  /// The bytes.
  package let bytes: [UInt8]

  /// Takes the bytes of a name; `nil` when they are too few or too many.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads a name from its 40 hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
    guard digits.count == Self.length * 2, text.utf8.count == digits.count else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The hexadecimal digits.
  package var description: String {
    Hexadecimal.text(of: bytes)
  }

  /// The first digits, as people quote it.
  package var short: String { String(description.prefix(10)) }

  package static func < (left: GitObjectID, right: GitObjectID) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// Makes an object from another one and a list of differences, as packs of git keep it.
enum GitDelta {
  /// The object that `delta` makes of `base`; `nil` when the delta does not fit or makes more than `limit` bytes.
  static func apply(_ delta: [UInt8], to base: [UInt8], limit: Int = GitObject.sizeLimit) -> [UInt8]? {
    var index = 0
    guard let baseSize = size(delta, &index), baseSize == base.count, let wanted = size(delta, &index),
      wanted <= limit
    else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(wanted)
    while index < delta.count {
      let operation = delta[index]
      index += 1
      if operation & 0x80 != 0 {
        guard let offset = number(delta, &index, bits: operation & 0x0F, count: 4),
          var count = number(delta, &index, bits: operation >> 4 & 0x07, count: 3)
        else { return nil }
        if count == 0 { count = 0x10000 }
        guard offset + count <= base.count, result.count + count <= wanted else { return nil }
        result += base[offset..<(offset + count)]
      } else {
        let count = Int(operation)
        guard count > 0, index + count <= delta.count, result.count + count <= wanted else { return nil }
        result += delta[index..<(index + count)]
        index += count
      }
    }
    return result.count == wanted ? result : nil
  }

  /// A number in groups of seven bits, the lowest first.
  private static func size(_ bytes: [UInt8], _ index: inout Int) -> Int? {
    var (result, shift) = (0, 0)
    while index < bytes.count, shift < 56 {
      let byte = bytes[index]
      index += 1
      result |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    return nil
  }

  /// A number of which only the bytes named in `bits` are there.
  private static func number(_ bytes: [UInt8], _ index: inout Int, bits: UInt8, count: Int) -> Int? {
    var result = 0
    for place in 0..<count where bits & (1 << UInt8(place)) != 0 {
      guard index < bytes.count else { return nil }
      result |= Int(bytes[index]) << (8 * place)
      index += 1
    }
    return result
  }
}

/// Why the history of a tree cannot be read.
package enum GitError: Error, Sendable, Equatable {
  /// No repository lies at the audited path or around it.
  case noRepository
  /// Nothing is called so in the repository.
  case unknownRevision(String)
  /// The repository is kept in a form that is not read: hashes of SHA-256, references in tables, linked trees.
  case unsupported
  /// Something in the repository is broken or missing; what, in words for people who know git.
  case malformed(String)
  /// The system refused to read.
  case unreadable(LocalizedText)

  /// What happened and what to do, in words.
  package var message: LocalizedText {
    switch self {
    case .noRepository:
      LocalizedText(
        "no git repository is there; audit a checked-out working tree",
        ja: "git リポジトリがありません。チェックアウトした作業ツリーを指定してください")
    case .unknownRevision(let name): Self.unknown(DisplayName.text(of: Array(name.utf8)))
    case .unsupported:
      LocalizedText(
        "a linked working tree, SHA-256 and reference tables are not read; audit the main working tree",
        ja: "リンクされた作業ツリー、SHA-256、reftable 形式には対応していません。主となる作業ツリーを指定してください")
    case .malformed(let what):
      LocalizedText(
        "the repository is broken: \(what); run `git fsck`", ja: "リポジトリが壊れています（\(what)）。`git fsck` を実行してください")
    case .unreadable(let reason): reason
    }
  }

  private static func unknown(_ name: String) -> LocalizedText {
    LocalizedText(
      "the repository has no revision “\(name)”; fetch it, or name a branch, a tag or a commit",
      ja: "リポジトリにリビジョン「\(name)」がありません。取得するか、ブランチ、タグ、コミットを指定してください")
  }
}
