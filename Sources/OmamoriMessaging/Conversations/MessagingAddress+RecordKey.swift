extension MessagingAddress {
  /// The key of the records about this address: the number of the device in four bytes, then the name.
  var recordKey: [UInt8] {
    var key: [UInt8] = []
    key.append(bigEndian: device)
    return key + name.utf8
  }

  /// The address of a record's key.
  init?(recordKey key: [UInt8]) {
    guard key.count > 4, let name = String(validating: key[4...], as: UTF8.self) else { return nil }
    try? self.init(name: name, device: key[..<4].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
