import Testing

@testable import AuditEngine
@testable import AuditRules

/// The formats inside a repository, where they lie.
@Suite struct GitFormatTests {
  @Test func appliesDeltas() {
    let base = Array("hello world".utf8)
    // Copy 5 bytes from 6, insert "!", copy 2 from 0.
    let delta: [UInt8] = [11, 8, 0x91, 6, 5, 1, 0x21, 0x90, 2]
    #expect(GitDelta.apply(delta, to: base) == Array("world!he".utf8))
  }

  @Test(arguments: [
    [], [11], [10, 1, 1, 0x21], [11, 2, 1, 0x21], [11, 1, 0], [11, 5, 0x91, 7, 5], [11, 1, 0x91],
    [11, 9, 9, 1],
    [11, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  ])
  func refusesDeltasThatDoNotFit(_ delta: [UInt8]) {
    #expect(GitDelta.apply(delta, to: Array("hello world".utf8)) == nil)
  }

  @Test func aDeltaMakesNoMoreThanItMay() {
    let delta: [UInt8] = [1, 0xFF, 0xFF, 0xFF, 0x7F, 0x90, 1]
    #expect(GitDelta.apply(delta, to: [0]) == nil)
  }

  @Test func readsTrees() {
    let id = [UInt8](repeating: 7, count: 20)
    let bytes =
      Array("100644 a.txt\0".utf8) + id + Array("40000 dir\0".utf8) + id + Array("120000 link\0".utf8) + id
      + Array("100644 ..\0".utf8) + id + Array("100644 x/y\0".utf8) + id + Array("100755 cut\0".utf8)
      + id.dropLast()
    let entries = GitTree(bytes).entries
    #expect(entries.map { String(decoding: $0.name, as: UTF8.self) } == ["a.txt", "dir", "link"])
    #expect(entries.map(\.form) == [.file, .folder, .other])
  }

  @Test func readsCommits() throws {
    let (tree, parent) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
    let text = """
      tree \(tree)
      parent \(parent)
      author M <m@example.jp> 1 +0000
      committer M <m@example.jp> 1700000000 +0900

      parent \(tree)
      """
    let commit = try #require(GitCommit(Array(text.utf8)))
    #expect(commit.tree.description == tree)
    #expect(commit.parents.map(\.description) == [parent])
    #expect(commit.time == 1_700_000_000)
    #expect(GitCommit(Array("parent \(tree)\n".utf8)) == nil)
  }

  @Test func readsHeadersOfPacks() throws {
    let blob = try #require(GitPack.Header([0xB5, 0x01]))
    #expect(blob.form == .whole(.blob) && blob.size == 21 && blob.length == 2)
    let delta = try #require(GitPack.Header([0x65, 0x81, 0x00]))
    #expect(delta.form == .offsetDelta(256) && delta.length == 3)
    #expect(GitPack.Header([0x80]) == nil && GitPack.Header([0x05]) == nil && GitPack.Header([]) == nil)
    #expect(GitPack.Header([0x60, 0x80]) == nil && GitPack.Header([0x70, 1, 2]) == nil)
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nc\n", []),
    ("a\nb\nc\n", "a\nx\nc\n", [2...2]),
    ("a\nc\n", "a\nb1\nb2\nc\n", [2...3]),
    ("a\nb\nc\n", "a\nc\n", [2...2]),
    ("", "a\nb", [1...2]),
    ("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n", [1...1, 5...5]),
    ("a\r\nb\r\n", "a\nb\n", []),
    ("a\nb\nc\nd\n", "b\na\nc\nd\n", [1...1]),
  ])
  func tellsLinesApart(_ old: String, _ new: String, _ expected: [ClosedRange<Int>]) {
    let found = LineDifference.changed(from: Array(old.utf8), to: Array(new.utf8))
    if old.hasPrefix("a\nb\nc\nd\n"), new.hasPrefix("b") {
      // Two lines that changed places: either of them counts as moved.
      #expect(found.count <= 2 && !found.isEmpty && found.allSatisfy { $0.upperBound <= 3 })
    } else {
      #expect(found == expected)
    }
  }

  /// Every line that the earlier text does not have at all is told, whatever else changed.
  @Test func newLinesAreNeverMissed() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let old = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        "\(Int.random(in: 0...6, using: &generator))"
      }
      let new = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }
      let found = LineDifference.changed(
        from: Array(old.joined(separator: "\n").utf8), to: Array(new.joined(separator: "\n").utf8))
      for (index, line) in new.enumerated() where !old.contains(line) {
        #expect(found.contains { $0.contains(index + 1) }, "\(old) → \(new): \(found)")
      }
      // What is called unchanged stands in the earlier text in the same order.
      var rest = old[...]
      for (index, line) in new.enumerated() where !found.contains(where: { $0.contains(index + 1) }) {
        guard let place = rest.firstIndex(of: line) else {
          Issue.record("\(old) → \(new): \(found)")
          break
        }
        rest = rest[(place + 1)...]
      }
    }
  }
}
