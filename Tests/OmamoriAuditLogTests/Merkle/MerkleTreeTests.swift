@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// The tree of RFC 6962 and RFC 9162 and its proofs.
@Suite("MerkleTree")
struct MerkleTreeTests {
  /// The entries and roots of Certificate Transparency's reference implementation.
  static let entries: [String] = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
  ]
  static let roots: [String] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  private func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
  }

  private func leaf(_ number: UInt64) -> LogHash { .leaf(Array(String(number).utf8)) }

  private func leaves(_ count: UInt64) -> MerkleLeaves {
    var leaves = MerkleLeaves()
    for number in 0..<count { leaves.append(leaf(number)) }
    return leaves
  }

  @Test("Roots of the reference implementation's entries")
  func knownRoots() {
    var tree = MerkleTree()
    #expect(
      tree.root.bytes == bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    for (entry, root) in zip(Self.entries, Self.roots) {
      tree.append(.leaf(bytes(entry)))
      #expect(tree.root.bytes == bytes(root))
    }
  }

  @Test("Proofs of the reference implementation's tree")
  func knownProofs() throws {
    var leaves = MerkleLeaves()
    for entry in Self.entries { leaves.append(.leaf(bytes(entry))) }
    let inclusion = try #require(leaves.inclusion(of: 5))
    #expect(
      inclusion.path.map(\.bytes) == [
        bytes("bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"),
        bytes("ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"),
        bytes("d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
      ])
    let consistency = try #require(leaves.consistency(from: 6, to: 8))
    #expect(
      consistency.path.map(\.bytes) == [
        bytes("0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"),
        bytes("ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"),
        bytes("d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
      ])
  }

  @Test("Every proof of every small tree holds, and for nothing else")
  func allProofs() throws {
    let all = leaves(33)
    for size in UInt64(1)...33 {
      let root = try #require(all.root(at: size))
      #expect(root == leaves(size).tree.root)
      for index in 0..<size {
        let proof = try #require(all.inclusion(of: index, at: size))
        #expect(proof.isValid(for: leaf(index), in: root))
        #expect(!proof.isValid(for: leaf(index + 1), in: root))
        let moved = InclusionProof(index: index + 1, size: size, path: proof.path)
        #expect(!moved.isValid(for: leaf(index), in: root))
        let longer = InclusionProof(index: index, size: size, path: proof.path + [root])
        #expect(!longer.isValid(for: leaf(index), in: root))
      }
      for first in 0...size {
        let proof = try #require(all.consistency(from: first, to: size))
        let earlier = try #require(all.root(at: first))
        #expect(proof.isValid(from: earlier, to: root))
        #expect(!proof.isValid(from: leaf(0), to: root) || first == 1)
        #expect(first == 0 || !proof.isValid(from: earlier, to: leaf(99)))
        let longer = ConsistencyProof(first: first, second: size, path: proof.path + [root])
        #expect(!longer.isValid(from: earlier, to: root))
      }
    }
  }

  @Test(
    "Proofs after retention: those that the kept edge allows, and no others",
    arguments: [1, 7, 8, 12] as [UInt64])
  func prunedProofs(removed: UInt64) throws {
    let all = leaves(29)
    var kept = MerkleLeaves(after: leaves(removed).tree)
    for number in removed..<29 { kept.append(leaf(number)) }
    #expect(kept.tree == all.tree)
    for index in removed..<29 { #expect(kept.inclusion(of: index) == all.inclusion(of: index)) }
    #expect(removed == 1 || kept.inclusion(of: 0) == nil)
    #expect(kept.consistency(from: removed) == all.consistency(from: removed))
    #expect(removed != 12 || kept.root(at: 11) == nil)
  }

  @Test("An edge of another length is refused")
  func edges() throws {
    let tree = leaves(6).tree
    #expect(try MerkleTree(count: 6, edge: tree.edge) == tree)
    #expect(throws: AuditLogError.format(.malformed(offset: 0))) { try MerkleTree(count: 7, edge: tree.edge) }
    #expect(throws: AuditLogError.format(.malformed(offset: 0))) {
      try MerkleTree(count: UInt64.max, edge: Array(repeating: .zero, count: 64))
    }
  }

  @Test("Proofs about a log on the disk lead to its checkpoints")
  func ofLog() throws {
    let log = try WrittenLog.ordinary()
    let leaves = try log.folder.leaves(verifiedBy: log.identity.key)
    let last = try #require(log.anchors.last)
    #expect(leaves.tree.root == last.root)
    for anchor in log.anchors {
      let proof = try #require(leaves.consistency(from: anchor.size, to: last.size))
      #expect(proof.isValid(from: anchor.root, to: last.root))
    }
    let leaf = try #require(leaves.leaf(at: 9))
    #expect(try #require(leaves.inclusion(of: 9)).isValid(for: leaf, in: last.root))
    #expect(leaves.leaf(at: 21) == nil && leaves.inclusion(of: 21) == nil)
    #expect(try log.folder.header(ofSegment: 1).position.tree.root == log.anchors[1].root)
  }
}
