extension MessagingAddress {
  /// The bytes that stand for the address where it is bound to keys: the length of the name, the name, the device.
  var binding: [UInt8] {
    let name = Array(name.utf8)
    return [UInt8(truncatingIfNeeded: name.count)] + name + device.bigEndianBytes
  }
}
