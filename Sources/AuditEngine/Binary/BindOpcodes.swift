/// Reads the small programs by which a slice tells the loader which names to bind.
enum BindOpcodes {
  /// Adds the names in `bytes` to `names`.
  ///
  /// - Returns: Whether the program was sound to its end.
  static func names(in bytes: BinaryBytes, into names: inout Set<String>) -> Bool {
    var cursor = BinaryCursor(bytes)
    var current: String?
    while let byte = cursor.byte() {
      // A table of lazy bindings has an end after each name, so zeros are passed over.
      var isSound = true
      switch byte & 0xF0 {
      case 0x20: isSound = cursor.skipNumber()
      case 0x40:
        current = cursor.text()
        isSound = current != nil
      case 0x60, 0x70, 0x80: isSound = cursor.skipNumber()
      case 0x90, 0xB0: insert(current, &names)
      case 0xA0:
        insert(current, &names)
        isSound = cursor.skipNumber()
      case 0xC0:
        insert(current, &names)
        isSound = cursor.skipNumber() && cursor.skipNumber()
      case 0xD0: isSound = byte & 0x0F == 0 ? cursor.skipNumber() : true
      case 0x00, 0x10, 0x30, 0x50: break
      default: isSound = false
      }
      if !isSound { return false }
    }
    return true
  }

  private static func insert(_ name: String?, _ names: inout Set<String>) {
    if let name, names.count < ImportedSymbols.limit { names.insert(name) }
  }
}
