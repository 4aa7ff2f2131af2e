import OmamoriCore
import OmamoriCrypto

// The binary form of a state, all of it fixed fields, integers big-endian, `?` a byte 0 or 1 and the field if 1:
// version 1, profile 1, binding 32, root key 32, own key? 32, remote key? 32, sending? (header key 32, chain key 32,
// number 4), previous count 4, next header keys 32 + 32, chains 1 × (serial 4, ratchet key 32, header key 32,
// chain key? 32, next 4), skipped keys 2 × (chain 4, number 4, second 8, key 32).

extension RatchetCore {
  /// The version of the binary form.
  static var version: UInt8 { 1 }
  /// The most bytes of an encoded state.
  static var greatestEncoding: Int { 1_024 + chainCapacity * 73 + SkippedKeys.capacity * 48 }

  /// The binary form, secret as a whole.
  func encoded() -> SharedSecretBytes {
    var writer = StateWriter(byteCount: encodedByteCount)
    write(to: &writer)
    return writer.finish()
  }

  /// Adds the binary form, ``encodedByteCount`` bytes, to what is written.
  func write(to writer: inout StateWriter) {
    writer.write(Self.version)
    writer.write(Profile.code)
    writer.write(public: binding)
    writer.write(rootKey)
    writer.write(ownKey) { writer, key in key.withSecret { writer.write($0) } }
    writer.write(remoteKey) { $0.write(public: $1) }
    writer.write(sending) { writer, chain in
      writer.write(chain.headerKey)
      writer.write(chain.chainKey)
      writer.write(chain.number)
    }
    writer.write(previousCount)
    writer.write(nextSendingHeaderKey)
    writer.write(nextReceivingHeaderKey)
    writer.write(UInt8(receiving.count))
    for chain in receiving {
      writer.write(chain.serial)
      writer.write(public: chain.ratchetKey)
      writer.write(chain.headerKey)
      writer.write(chain.chainKey) { $0.write($1) }
      writer.write(chain.next)
    }
    writer.write(UInt16(skipped.entries.count))
    for entry in skipped.entries {
      writer.write(entry.chain)
      writer.write(entry.number)
      writer.write(entry.second)
      writer.write(entry.key)
    }
  }

  /// The length of the binary form in bytes.
  var encodedByteCount: Int {
    let optional = (ownKey == nil ? 0 : 32) + (remoteKey == nil ? 0 : 32) + (sending == nil ? 0 : 68)
    let chains = receiving.reduce(0) { $0 + 73 + ($1.chainKey == nil ? 0 : 32) }
    return 2 + 64 + 3 + optional + 4 + 64 + 1 + chains + 2 + skipped.entries.count * 48
  }
}
