@testable import AuditEngine
@testable import AuditRules

/// Writes zip archives field by field, so that tests can make any of them lie.
struct ZipBuilder {
  struct Item {
    var name: [UInt8]
    var contents: [UInt8]
    var method = 0
    var flags = 0x800
    var attributes = 0o100644 << 16
    var extra: [UInt8] = []
    var uncompressedSize: Int?
    var checksum: UInt32?
    var localName: [UInt8]?
    var localChecksum: UInt32?
    var localMethod: Int?
    var offset: Int?
    var usesZip64 = false
    var descriptor: [UInt8]?

    init(_ name: String, _ contents: [UInt8] = []) {
      (self.name, self.contents) = (Array(name.utf8), contents)
    }
  }

  var items: [Item] = []
  var comment: [UInt8] = []
  var prefix: [UInt8] = []
  var disk = 0
  var entries: Int?
  var usesZip64 = false

  init(_ items: Item...) { self.items = items }

  func bytes() -> [UInt8] {
    var (file, directory) = (prefix, [UInt8]())
    for item in items {
      let checksum = item.checksum ?? Inflater.checksum(item.contents)
      let size = item.uncompressedSize ?? item.contents.count
      let offset = item.offset ?? file.count
      let wide = long(size) + long(item.contents.count)
      let extra = item.extra + (item.usesZip64 ? short(1) + short(24) + wide + long(offset) : [])
      let localExtra = item.extra + (item.usesZip64 ? short(1) + short(16) + wide : [])
      let sizes = item.usesZip64 ? word(-1) + word(-1) : word(item.contents.count) + word(size)
      let later = item.descriptor != nil
      file +=
        word(0x0403_4B50) + short(20) + short(item.flags) + short(item.localMethod ?? item.method) + word(0)
      file += later ? word(0) + word(0) + word(0) : word(Int(item.localChecksum ?? checksum)) + sizes
      file += short((item.localName ?? item.name).count) + short(localExtra.count)
      file += (item.localName ?? item.name) + localExtra + item.contents + (item.descriptor ?? [])
      directory +=
        word(0x0201_4B50) + short(0x031E) + short(20) + short(item.flags) + short(item.method) + word(0)
      directory += word(Int(checksum)) + sizes + short(item.name.count) + short(extra.count) + short(0)
      directory += short(0) + short(0) + word(item.attributes) + word(item.usesZip64 ? -1 : offset)
      directory += item.name + extra
    }
    let (start, count) = (file.count, entries ?? items.count)
    file += directory
    if usesZip64 {
      let record = file.count
      file += word(0x0606_4B50) + long(44) + short(45) + short(45) + word(0) + word(0)
      file += long(count) + long(count) + long(directory.count) + long(start)
      file += word(0x0706_4B50) + word(0) + long(record) + word(1)
      file += word(0x0605_4B50) + short(0) + short(0) + short(-1) + short(-1) + word(-1) + word(-1)
    } else {
      file += word(0x0605_4B50) + short(disk) + short(disk) + short(count) + short(count)
      file += word(directory.count) + word(start)
    }
    return file + short(comment.count) + comment
  }

  func short(_ value: Int) -> [UInt8] { little(value, 2) }
  func word(_ value: Int) -> [UInt8] { little(value, 4) }
  func long(_ value: Int) -> [UInt8] { little(value, 8) }

  private func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
