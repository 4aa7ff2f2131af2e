import OmamoriCore
@testable import AuditEngine

/// Reading what a repository holds never crashes and never makes more than it may.
func fuzzGitObjects(_ bytes: [UInt8]) {
  let tree = GitTree(bytes)
  for entry in tree.entries {
    expect(!entry.name.contains(0x2F) && entry.name != [0x2E, 0x2E], "a name stays in its folder")
  }
  _ = GitCommit(bytes)
  if let object = GitObject(loose: bytes) {
    expect(object.bytes.count <= GitObject.sizeLimit, "the limit of sizes holds")
    _ = GitTree(object.bytes)
  }
  if let header = GitPack.Header(bytes) { expect(header.length <= bytes.count, "a header is in the bytes") }
  if let index = GitPackIndex(bytes),
    let id = GitObjectID(bytes: [UInt8](repeating: bytes.last ?? 0, count: 20))
  {
    _ = index.offset(of: id)
    _ = index.ids(startingWith: id.short)
  }
  // The first byte says where the base ends and the delta begins.
  guard let first = bytes.first else { return }
  let base = Array(bytes.dropFirst().prefix(Int(first)))
  let delta = Array(bytes.dropFirst(1 + Int(first)))
  if let made = GitDelta.apply(delta, to: base, limit: 1 << 16) {
    expect(made.count <= 1 << 16, "a delta makes no more than it may")
  }
  let ranges = LineDifference.changed(from: base, to: delta)
  let lines = delta.count { $0 == 0x0A } + 1
  expect(ranges.allSatisfy { $0.lowerBound >= 1 && $0.upperBound <= lines }, "changed lines are in the text")
}
