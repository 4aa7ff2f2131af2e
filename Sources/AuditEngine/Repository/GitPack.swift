import OmamoriCore

/// A pack of objects with its index.
final class GitPack: Sendable {
  /// How an object is kept at one place of a pack.
  struct Header: Equatable {
    /// What stands there.
    enum Form: Equatable {
      case whole(GitObject.Kind)
      /// Differences to the object that begins this many bytes before.
      case offsetDelta(Int)
      /// Differences to the object with this name.
      case nameDelta(GitObjectID)
    }

    let form: Form
    /// The length of what inflates.
    let size: Int
    /// The length of the header.
    let length: Int

    /// Reads the header that `bytes` begin with.
    init?(_ bytes: [UInt8]) {
      guard let first = bytes.first else { return nil }
      var (size, shift, index) = (Int(first & 0x0F), 4, 1)
      var more = first & 0x80 != 0
      while more {
        guard index < bytes.count, shift < 56 else { return nil }
        size |= Int(bytes[index] & 0x7F) << shift
        more = bytes[index] & 0x80 != 0
        (shift, index) = (shift + 7, index + 1)
      }
      switch first >> 4 & 0x07 {
      case 6:
        guard index < bytes.count else { return nil }
        var distance = Int(bytes[index] & 0x7F)
        while bytes[index] & 0x80 != 0 {
          index += 1
          guard index < bytes.count, distance < 1 << 48 else { return nil }
          distance = (distance + 1) << 7 | Int(bytes[index] & 0x7F)
        }
        index += 1
        form = .offsetDelta(distance)
      case 7:
        guard index + GitObjectID.length <= bytes.count,
          let id = GitObjectID(bytes: bytes[index..<(index + GitObjectID.length)])
        else { return nil }
        index += GitObjectID.length
        form = .nameDelta(id)
      case let kind:
        guard let kind = GitObject.Kind(rawValue: kind) else { return nil }
        form = .whole(kind)
      }
      (self.size, self.length) = (size, index)
    }
  }

  /// The index.
  let index: GitPackIndex
  private let file: OpenFile
  private let size: Int
  /// Objects that others are made from, by their place; emptied when it grows.
  private let recent = Protected<(objects: [Int: GitObject], bytes: Int)>(([:], 0))

  /// The longest chain of differences that is followed.
  private static let chainLimit = 4_096
  /// The most bytes of differences that are held for one object.
  private static let chainBytes = 64 << 20
  /// The most bytes of objects that are made on the way to one.
  private static let madeBytes = 1 << 30
  private static let recentLimit = 24 << 20

  init?(index: GitPackIndex, file: OpenFile) {
    guard let size = try? file.status().size, size > 32, let start = try? file.read(at: 0, count: 8),
      start.elementsEqual([0x50, 0x41, 0x43, 0x4B, 0, 0, 0, 2])
    else { return nil }
    (self.index, self.file, self.size) = (index, file, size)
  }

  /// The object with this name, if the pack has it and it is sound; `others` finds bases in other packs.
  ///
  /// `work` is told how many bytes are gone through, and says whether there may be more.
  func object(
    _ id: GitObjectID, work: (Int) -> Bool = { _ in true }, others: (GitObjectID) -> GitObject?
  ) -> GitObject? {
    index.offset(of: id).flatMap { object(at: $0, work, others: others) }
  }

  private func object(
    at start: Int, _ work: (Int) -> Bool, others: (GitObjectID) -> GitObject?
  ) -> GitObject? {
    var deltas: [(place: Int, bytes: [UInt8])] = []
    var place = start
    var (base, waiting) = (nil as GitObject?, 0)
    while base == nil {
      if let known = recent.withLock({ $0.objects[place] }) {
        base = known
        break
      }
      guard deltas.count < Self.chainLimit, let header = header(at: place),
        header.size <= GitObject.sizeLimit,
        let content = inflate(place + header.length, header.size)
      else { return nil }
      waiting += content.count
      guard waiting <= Self.chainBytes, work(content.count) else { return nil }
      switch header.form {
      case .whole(let kind): base = GitObject(kind: kind, bytes: content)
      case .offsetDelta(let distance):
        guard distance > 0, distance < place else { return nil }
        deltas.append((place, content))
        place -= distance
      case .nameDelta(let id):
        deltas.append((place, content))
        if let inside = index.offset(of: id) {
          // A chain leads back in the file or is a ring, which the limit ends.
          place = inside
        } else {
          guard let found = others(id) else { return nil }
          base = found
        }
      }
    }
    guard var object = base else { return nil }
    if deltas.isEmpty || recent.withLock({ $0.objects[place] }) == nil { keep(object, at: place) }
    var made = 0
    for delta in deltas.reversed() {
      // A few bytes of differences can copy a whole object.
      made += object.bytes.count
      guard made <= Self.madeBytes, work(object.bytes.count + delta.bytes.count) else { return nil }
      guard let bytes = GitDelta.apply(delta.bytes, to: object.bytes) else { return nil }
      object = GitObject(kind: object.kind, bytes: bytes)
      keep(object, at: delta.place)
    }
    return object
  }

  private func keep(_ object: GitObject, at place: Int) {
    guard object.bytes.count <= Self.recentLimit / 8 else { return }
    recent.withLock { recent in
      if recent.bytes + object.bytes.count > Self.recentLimit { recent = ([:], 0) }
      if recent.objects.updateValue(object, forKey: place) == nil { recent.bytes += object.bytes.count }
    }
  }

  private func header(at place: Int) -> Header? {
    guard place >= 12, place < size - GitObjectID.length else { return nil }
    return (try? file.read(at: place, count: min(32, size - place))).flatMap(Header.init)
  }

  /// The `size` bytes that begin, compressed, at `place`.
  private func inflate(_ place: Int, _ size: Int) -> [UInt8]? {
    // What does not compress grows by a few bytes in each block.
    let room = size + size / 500 + 256
    guard let data = try? file.read(at: place, count: min(room, max(0, self.size - place))), data.count > 2,
      let content = try? Inflater.inflate(Array(data.dropFirst(2)), count: size, isWhole: false),
      content.count == size
    else { return nil }
    return content
  }
}
