import OmamoriAuth
import OmamoriCore

/// Keys and sets of keys: one that is taken is written and read again as the same.
func fuzzJSONWebKeys(_ bytes: [UInt8]) {
  if let key = try? JSONWebKey(json: bytes) {
    let again = try? JSONWebKey(json: key.export().reveal())
    expect(again?.thumbprint == key.thumbprint, "a key survives the round trip")
    expect(again?.isPrivate == key.isPrivate && again?.kind == key.kind, "so does what it is")
    expect(again?.algorithm == key.algorithm && again?.use == key.use, "so does what it is for")
    if let members = key.publicMembers {
      expect((try? JSONWebKey(members))?.isPrivate == false, "public members have no private part")
    }
    _ = try? DecryptionKey(key)
    _ = try? EncryptionKey(key)
  }
  if let set = try? JSONWebKeySet(json: bytes) {
    expect(set.keys.count + set.refused.count <= JSONWebKeySet.countLimit, "a set is bounded")
  }
}
