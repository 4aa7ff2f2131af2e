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
