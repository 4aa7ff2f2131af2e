/// Writes files of machine code field by field, so that tests can make any of them lie.
struct MachOBuilder {
  struct Section {
    var name: String
    var flags: UInt32 = 0
    var contents: [UInt8] = []

    init(_ name: String, flags: UInt32 = 0, _ contents: [UInt8] = []) {
      (self.name, self.flags, self.contents) = (name, flags, contents)
    }

    /// A section of texts that end with a zero.
    static func texts(_ name: String = "__cstring", _ texts: String...) -> Section {
      Section(name, flags: 2, texts.flatMap { Array($0.utf8) + [0] })
    }
  }

  struct Segment {
    var name: String
    var initial: UInt32
    var maximum: UInt32
    var address: UInt64?
    var sections: [Section]

    init(
      _ name: String, _ initial: UInt32 = 5, max: UInt32? = nil, at address: UInt64? = nil,
      _ sections: [Section] = []
    ) {
      (self.name, self.initial, self.maximum) = (name, initial, max ?? initial)
      (self.address, self.sections) = (address, sections)
    }
  }

  struct Symbol {
    var name: String
    var type: UInt8
    var section: UInt8 = 1
    var value: UInt64 = 0x1000

    static func imported(_ name: String) -> Symbol { Symbol(name: name, type: 0x01, section: 0, value: 0) }
    static func exported(_ name: String) -> Symbol { Symbol(name: name, type: 0x0F) }
    static func local(_ name: String) -> Symbol { Symbol(name: name, type: 0x0E) }
    static func debugging(_ name: String) -> Symbol { Symbol(name: name, type: 0x24) }
  }

  var processor: (type: UInt32, subtype: UInt32) = (0x0100_000C, 0)
  var fileType: UInt32 = 2
  var flags: UInt32 = 0x20_0085
  var is64Bit = true
  var isBigEndian = false
  var segments: [Segment] = [Segment("__TEXT", 5, [.texts("__cstring", "hello")])]
  var libraries = ["/usr/lib/libSystem.B.dylib"]
  var installName: String?
  var searchPaths: [String] = []
  var build: (platform: UInt32, minimum: UInt32, sdk: UInt32)? = (2, 0x12_0000, 0x1A_0000)
  var encryption: UInt32?
  var symbols: [Symbol] = []
  var bindOpcodes: [UInt8]?
  var chainedImports: [String]?
  var pointerFormats: [UInt16] = []
  var signature: SignatureBuilder?
  var rawSignature: [UInt8]?
  var extraCommands: [[UInt8]] = []
  var commandCount: Int?
  var commandSize: Int?

  static let arm64 = MachOBuilder()
  static var x86: MachOBuilder {
    var builder = MachOBuilder()
    builder.processor = (0x0100_0007, 3)
    builder.build = (1, 0xF_0000, 0xF_0000)
    return builder
  }

  /// The slice.
  func bytes() -> [UInt8] {
    // The length of the commands does not depend on what they say, so a first pass finds out where all lies.
    let size = commands(contents: 0, edit: 0).reduce(0) { $0 + $1.count }
    let start = (is64Bit ? 32 : 28) + size
    let contents = segments.flatMap { $0.sections.flatMap(\.contents) }
    let list = commands(contents: start, edit: start + contents.count)
    var file = word(is64Bit ? 0xFEED_FACF : 0xFEED_FACE) + word(processor.type) + word(processor.subtype)
    file += word(fileType) + word(UInt32(commandCount ?? list.count)) + word(UInt32(commandSize ?? size))
    file += word(flags) + (is64Bit ? word(0) : [])
    return file + list.flatMap { $0 } + contents + edit.flatMap { $0 }
  }

  /// What follows the sections: symbols, names, bindings, fixups, signature.
  private var edit: [[UInt8]] {
    var (table, names) = ([UInt8](), [UInt8](" \0".utf8))
    for symbol in symbols {
      table += word(UInt32(names.count)) + [symbol.type, symbol.section] + half(0)
      table += is64Bit ? long(symbol.value) : word(UInt32(truncatingIfNeeded: symbol.value))
      names += Array(symbol.name.utf8) + [0]
    }
    return [table, names, bindOpcodes ?? [], fixups, rawSignature ?? signature?.bytes() ?? []]
  }

  private var fixups: [UInt8] {
    guard let chainedImports else { return [] }
    var (table, names) = ([UInt8](), [UInt8]([0]))
    for name in chainedImports {
      table += word(1 | UInt32(names.count) << 9)
      names += Array(name.utf8) + [0]
    }
    var (places, infos) = ([UInt8](), [UInt8]())
    for format in pointerFormats {
      let place = format == 0 ? 0 : 4 + pointerFormats.count * 4 + infos.count
      places += word(UInt32(place))
      if format != 0 {
        infos += word(24) + half(0x4000) + half(format) + long(0) + word(0) + half(0) + half(0)
      }
    }
    let starts = word(UInt32(pointerFormats.count)) + places + infos
    let header = [28, 28 + starts.count, 28 + starts.count + table.count].flatMap { word(UInt32($0)) }
    return word(0) + header + word(UInt32(chainedImports.count)) + word(1) + word(0) + starts + table + names
  }

  private func commands(contents: Int, edit start: Int) -> [[UInt8]] {
    var (list, place) = ([[UInt8]](), contents)
    for segment in segments {
      list.append(command(segment, at: place))
      place += segment.sections.reduce(0) { $0 + $1.contents.count }
    }
    if let installName { list.append(command(0xD, fields: 3, installName)) }
    list += libraries.map { command(0xC, fields: 3, $0) } + searchPaths.map { command(0x8000_001C, $0) }
    if let build {
      list.append(command(0x32, [build.platform, build.minimum, build.sdk, 0]))
    }
    if let encryption {
      list.append(command(is64Bit ? 0x2C : 0x21, [0x4000, 0x4000, encryption] + (is64Bit ? [0] : [])))
    }
    let pieces = edit
    let ends = pieces.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1.count) }.map { UInt32($0) }
    if !symbols.isEmpty {
      list.append(command(2, [ends[0], UInt32(symbols.count), ends[1], UInt32(pieces[1].count)]))
    }
    if let bindOpcodes {
      let bindings = [ends[2], UInt32(bindOpcodes.count)]
      list.append(command(0x8000_0022, [0, 0] + bindings + [0, 0, 0, 0, 0, 0]))
    }
    if chainedImports != nil { list.append(command(0x8000_0034, [ends[3], UInt32(pieces[3].count)])) }
    if signature != nil || rawSignature != nil {
      list.append(command(0x1D, [ends[4], UInt32(pieces[4].count)]))
    }
    return list + extraCommands
  }

  private func command(_ number: UInt32, _ fields: [UInt32]) -> [UInt8] {
    word(number) + word(UInt32(8 + fields.count * 4)) + fields.flatMap(word)
  }

  /// A command with a text after its fields.
  private func command(_ number: UInt32, fields: Int = 0, _ text: String) -> [UInt8] {
    let start = 12 + fields * 4
    let length = (start + text.utf8.count + 8) / 8 * 8
    let head =
      word(number) + word(UInt32(length)) + word(UInt32(start)) + [UInt8](repeating: 0, count: fields * 4)
    return head + Array(text.utf8) + [UInt8](repeating: 0, count: length - start - text.utf8.count)
  }

  private func command(_ segment: Segment, at place: Int) -> [UInt8] {
    let size = segment.sections.reduce(0) { $0 + $1.contents.count }
    let address = segment.address ?? 0x1_0000_0000 + UInt64(place)
    var (body, offset) = ([UInt8](), 0)
    for section in segment.sections {
      body += name(section.name) + name(segment.name) + addressed(address + UInt64(offset))
      body += addressed(UInt64(section.contents.count)) + word(UInt32(place + offset))
      body += word(0) + word(0) + word(0) + word(section.flags) + word(0) + word(0) + (is64Bit ? word(0) : [])
      offset += section.contents.count
    }
    let fields =
      name(segment.name) + addressed(address) + addressed(UInt64(size)) + addressed(UInt64(place))
      + addressed(UInt64(size)) + word(segment.maximum) + word(segment.initial)
      + word(UInt32(segment.sections.count)) + word(0)
    return word(is64Bit ? 0x19 : 0x1) + word(UInt32(8 + fields.count + body.count)) + fields + body
  }

  private func name(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(16))
    return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
  }

  private func addressed(_ value: UInt64) -> [UInt8] {
    is64Bit ? long(value) : word(UInt32(truncatingIfNeeded: value))
  }

  func half(_ value: UInt16) -> [UInt8] { number(UInt64(value), 2) }
  func word(_ value: UInt32) -> [UInt8] { number(UInt64(value), 4) }
  func long(_ value: UInt64) -> [UInt8] { number(value, 8) }

  private func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isBigEndian ? little.reversed() : little
  }

  /// A fat file of slices, whose table has its numbers in big-endian order.
  static func fat(_ slices: [MachOBuilder], is64Bit: Bool = false) -> [UInt8] {
    fat(slices.map { ($0.processor, $0.bytes()) }, is64Bit: is64Bit)
  }

  static func fat(_ parts: [((type: UInt32, subtype: UInt32), [UInt8])], is64Bit: Bool = false) -> [UInt8] {
    var big = MachOBuilder()
    big.isBigEndian = true
    var table = big.word(is64Bit ? 0xCAFE_BABF : 0xCAFE_BABE) + big.word(UInt32(parts.count))
    var place = 8 + parts.count * (is64Bit ? 32 : 20)
    for (processor, bytes) in parts {
      table += big.word(processor.type) + big.word(processor.subtype)
      table +=
        is64Bit
        ? big.long(UInt64(place)) + big.long(UInt64(bytes.count)) + big.word(0) + big.word(0)
        : big.word(UInt32(place)) + big.word(UInt32(bytes.count)) + big.word(0)
      place += bytes.count
    }
    return table + parts.flatMap(\.1)
  }
}
