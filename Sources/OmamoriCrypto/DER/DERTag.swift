/// The tags of DER (X.690) that keys, signatures and certificates are made of, each in one byte.
enum DERTag {
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31

  /// A constructed element with a number of the context.
  static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
  /// A primitive element with a number of the context, as an implicit tag gives it.
  static func contextPrimitive(_ number: UInt8) -> UInt8 { 0x80 | number }
}
