/// A pattern of paths as version control knows them: `*` and `?` within a name, `**` for any number of names.
///
/// A pattern without `/` matches a file or folder of that name anywhere; one with `/` is tied to the audited folder.
/// A folder that matches takes everything below with it. The time is bounded by the product of the two lengths.
package struct PathPattern: Sendable, Hashable {
  private let parts: [[UInt8]]

  /// Makes a pattern from its text.
  package init(_ text: String) {
    let names = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    let isTied = text.utf8.dropLast().contains(UInt8(ascii: "/"))
    parts = isTied ? names : [Array("**".utf8)] + names
  }

  /// Whether the file or folder at `path` matches.
  package func matches(_ path: RelativePath) -> Bool {
    guard !parts.isEmpty else { return false }
    return Self.match(
      parts[...], path.components[...], isJoker: { $0.elementsEqual("**".utf8) },
      single: { Self.matchesName($0[...], $1) })
  }

  private static func matchesName(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    match(
      pattern, name, isJoker: { $0 == UInt8(ascii: "*") },
      single: { $0 == UInt8(ascii: "?") || $0 == $1 })
  }

  /// Matches with one place to go back to: a joker that is passed makes all earlier ones irrelevant.
  private static func match<Pattern, Item>(
    _ pattern: ArraySlice<Pattern>, _ items: ArraySlice<Item>, isJoker: (Pattern) -> Bool,
    single: (Pattern, Item) -> Bool
  ) -> Bool {
    var (p, i) = (pattern.startIndex, items.startIndex)
    var retry: (pattern: Int, item: Int)?
    while i < items.endIndex {
      if p < pattern.endIndex, isJoker(pattern[p]) {
        p += 1
        retry = (p, i)
      } else if p < pattern.endIndex, single(pattern[p], items[i]) {
        p += 1
        i += 1
      } else if let place = retry {
        p = place.pattern
        i = place.item + 1
        retry = (p, i)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy(isJoker)
  }
}
