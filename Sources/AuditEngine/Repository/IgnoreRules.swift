/// What the `.gitignore` files of a tree keep out of its repository.
///
/// Source: gitignore(5). The last pattern that matches decides, a pattern of a deeper folder comes after those of the folders
/// above, and nothing below an ignored folder can be taken in again. The time is bounded by the lengths of patterns and paths.
package struct IgnoreRules {
  private struct Pattern {
    let parts: [[UInt8]]
    let isTied: Bool
    let isForFolders: Bool
    let takesIn: Bool
  }

  private struct Folder {
    let path: [[UInt8]]
    let patterns: [Pattern]
  }

  private static let patternLimit = 10_000
  private static let lengthLimit = 1024

  /// The folders with patterns, those above before those below.
  private let folders: [Folder]

  /// Reads the files with their paths in the tree, such as `App/.gitignore`.
  package init(_ files: [TextSource]) {
    folders = files.map { file in
      let lines = file.bytes.split(separator: 0x0A).prefix(Self.patternLimit)
      let path = file.path.utf8.split(separator: UInt8(ascii: "/")).dropLast().map(Array.init)
      return Folder(path: path, patterns: lines.compactMap(Self.pattern))
    }
    .sorted { $0.path.count < $1.path.count }
  }

  /// Whether the file at `path`, or a folder around it, is ignored.
  package func ignores(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard !folders.isEmpty, names.count <= 256 else { return false }
    return names.indices.contains { isIgnored(names[...$0], isFolder: $0 + 1 < names.count) }
  }

  private func isIgnored(_ names: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    for folder in folders.reversed() where names.count > folder.path.count && names.starts(with: folder.path)
    {
      let inside = Array(names.dropFirst(folder.path.count))
      for pattern in folder.patterns.reversed() where isFolder || !pattern.isForFolders {
        if Self.matches(pattern, inside) { return !pattern.takesIn }
      }
    }
    return false
  }

  private static func pattern(_ line: ArraySlice<UInt8>) -> Pattern? {
    var text = line
    if text.last == 0x0D { text.removeLast() }
    // Spaces at the end do not count unless a backslash stands before them.
    while text.last == 0x20, text.dropLast().last != UInt8(ascii: "\\") { text.removeLast() }
    guard let first = text.first, first != UInt8(ascii: "#"), text.count <= lengthLimit else { return nil }
    let takesIn = first == UInt8(ascii: "!")
    if takesIn { text.removeFirst() }
    let isForFolders = text.last == UInt8(ascii: "/")
    if isForFolders { text.removeLast() }
    let isTied = text.contains(UInt8(ascii: "/"))
    let parts = text.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard !parts.isEmpty else { return nil }
    return Pattern(parts: parts, isTied: isTied, isForFolders: isForFolders, takesIn: takesIn)
  }

  private static func matches(_ pattern: Pattern, _ names: [[UInt8]]) -> Bool {
    guard pattern.isTied else { return names.last.map { matches(pattern.parts[0][...], $0[...]) } ?? false }
    // For each number of parts, whether they match the names so far.
    var reached = [Bool](repeating: false, count: pattern.parts.count + 1)
    reached[0] = true
    for (index, part) in pattern.parts.enumerated()
    where part == Self.anyFolders && index + 1 < pattern.parts.count {
      reached[index + 1] = reached[index]
      if !reached[index] { break }
    }
    for name in names {
      var next = [Bool](repeating: false, count: reached.count)
      for (index, part) in pattern.parts.enumerated() {
        if part == anyFolders {
          // In the end it stands for everything below, in front and between for any number of folders.
          if reached[index] || reached[index + 1] { next[index + 1] = true }
          if reached[index], index + 1 < pattern.parts.count { next[index] = true }
        } else if reached[index], matches(part[...], name[...]) {
          next[index + 1] = true
          var after = index + 1
          while after + 1 < pattern.parts.count, pattern.parts[after] == anyFolders {
            next[after + 1] = true
            after += 1
          }
        }
      }
      reached = next
    }
    return reached[pattern.parts.count]
  }

  private static let anyFolders = Array("**".utf8)

  /// Matches one name: `*`, `?`, `[a-z]`, `[!a-z]` and a backslash before any of them; the latest star is gone back to.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (p, n) = (pattern.startIndex, name.startIndex)
    var retry: (pattern: Int, name: Int)?
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        p += 1
        retry = (p, n)
      } else if p < pattern.endIndex, let next = single(pattern[p...], name[n]) {
        p = next
        n += 1
      } else if let place = retry {
        (p, n) = (place.pattern, place.name + 1)
        retry = (p, n)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The index behind the part of `pattern` that stands for `byte`, or `nil` when it does not.
  private static func single(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> Int? {
    let start = pattern.startIndex
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\"):
      guard start + 1 < pattern.endIndex else { return nil }
      return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      guard let end = pattern.dropFirst(2).firstIndex(of: UInt8(ascii: "]")) else { fallthrough }
      var (index, isIn) = (start + 1, false)
      let isInverse = pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^")
      if isInverse { index += 1 }
      while index < end {
        if index + 2 < end, pattern[index + 1] == UInt8(ascii: "-") {
          isIn = isIn || pattern[index] <= byte && byte <= pattern[index + 2]
          index += 3
        } else {
          isIn = isIn || pattern[index] == byte
          index += 1
        }
      }
      return isIn != isInverse ? end + 1 : nil
    default: return pattern[start] == byte ? start + 1 : nil
    }
  }
}
