import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTPM
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The anchor in a TPM's counter, against one in software.
@Suite(.enabled(if: SoftwareTPM.isThere))
struct TPMAnchorTests {
  private let software: SoftwareTPM
  private let folder: TemporaryFolder
  private let anchor: TPMAnchor
  private let integrity = SymmetricKey(size: .bits256)
  private let store: AnchoredStore

  init() throws {
    software = try SoftwareTPM()
    folder = try TemporaryFolder()
    anchor = TPMAnchor(path: folder.url.path + "/witness", counters: TPM(try software.device))
    store = AnchoredStore(try StoreID(), integrity: integrity)
  }

  private var witness: URL { folder.url.appending(path: "witness") }

  @Test func remembersAcrossRestarts() throws {
    #expect(try anchor.newestState(of: store)?.epoch == nil)
    for epoch: UInt64 in [1, 5, 6] {
      try anchor.raise(to: .sample(epoch), of: store)
      #expect(try anchor.newestState(of: store)?.epoch == epoch)
    }
    try anchor.raise(to: .sample(2), of: store)
    software.stop()
    #expect(throws: KeychainError.unavailable(.tpm)) { try anchor.newestState(of: store)?.epoch }
    try software.start()
    #expect(try anchor.newestState(of: store)?.epoch == 6)
    #expect(try software.leftovers() == "")
  }

  @Test func noticesACopiedStore() throws {
    let anchors: [any RollbackAnchor] = [anchor]
    try anchor.raise(to: .sample(10), of: store)
    #expect(try anchors.protection(of: store, at: .sample(10)) == .verified)
    let copy = try Data(contentsOf: witness)
    try anchor.raise(to: .sample(11), of: store)

    // The store alone is put back.
    #expect(throws: KeychainError.rolledBack(expected: 11, found: 10)) {
      try anchors.protection(of: store, at: .sample(10))
    }
    #expect(try anchors.protection(of: store, at: .sample(12)) == .verified)

    // The store and the file of the anchor are put back; the counter is where it was.
    try copy.write(to: witness)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: witness.path)
    #expect(throws: KeychainError.corrupt(.witness)) { try anchors.protection(of: store, at: .sample(10)) }
  }

  @Test func withoutItsFileItConfirmsNothing() throws {
    let anchors: [any RollbackAnchor] = [anchor]
    try anchor.raise(to: .sample(10), of: store)
    try anchor.raise(to: .sample(11), of: store)
    try FileManager.default.removeItem(at: witness)
    let protection = try? anchors.protection(of: store, at: .sample(10))
    #expect(protection != .verified)
  }

  @Test func aRemovedCounterIsNoticed() throws {
    try anchor.raise(to: .sample(10), of: store)
    try software.run("tpm2_clear")
    #expect(throws: KeychainError.corrupt(.witness)) { try anchor.newestState(of: store)?.epoch }
  }

  @Test func storesAreApart() throws {
    let other = AnchoredStore(try StoreID(), integrity: integrity)
    let otherAnchor = TPMAnchor(path: folder.url.path + "/other", counters: TPM(try software.device))
    try anchor.raise(to: .sample(10), of: store)
    try otherAnchor.raise(to: .sample(3), of: other)
    try anchor.raise(to: .sample(11), of: store)
    #expect(try anchor.newestState(of: store)?.epoch == 11)
    #expect(try otherAnchor.newestState(of: other)?.epoch == 3)
  }
}

/// A private folder that is removed with the value.
private final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "anchor-" + UUID().uuidString.prefix(8))

  init() throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
