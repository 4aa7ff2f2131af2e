import OmamoriCore
@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Records of slots and locks are read as what they are or refused.
func fuzzKeychainRecords(_ bytes: [UInt8]) {
  if let slot = try? SlotRecord(decoding: bytes) {
    expect(slot.encoded == bytes, "one spelling for each slot")
  }
  if let lock = try? AccessLock(decoding: bytes) {
    expect(lock.encoded == bytes, "one spelling for each lock")
  }
}
