import OmamoriATS
import Testing

/// Files that crash or stall other readers.
///
/// Every answer has to come within a second or so.
@Suite struct HostilePropertyListTests {
  /// A binary list of `objects`, with references of one byte and offsets of two.
  static func binary(_ objects: [[UInt8]], top: UInt8 = 0, count: UInt64? = nil) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = UInt64(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [count ?? UInt64(objects.count), UInt64(top), table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return bytes
  }

  func error(_ bytes: [UInt8]) -> PropertyListError? {
    do {
      _ = try PropertyListReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func aSetIsRefused() {
    // A set with one integer in it, in 46 bytes.
    var bytes = Array("bplist00".utf8) + [0xC1, 0x01, 0x10, 0x2A, 8, 10, 0, 0, 0, 0, 0, 0, 1, 1]
    for number: UInt8 in [2, 0, 12] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    #expect(bytes.count == 46)
    #expect(error(bytes) == .unsupportedObject(marker: 0xC1, at: .byte(8)))
    #expect(error(Self.binary([[0xA1, 1], [0xC0]])) == .unsupportedObject(marker: 0xC0, at: .byte(10)))
    for marker: UInt8 in [0x00, 0x0F, 0x15, 0x21, 0x24, 0x32, 0x34, 0x70, 0x88, 0x90, 0xB0, 0xE0, 0xF0] {
      guard
        case .unsupportedObject(marker, _)? = error(Self.binary([[marker] + Array(repeating: 0, count: 40)]))
      else {
        Issue.record("marker \(marker)")
        continue
      }
    }
  }

  @Test(arguments: [16, 20, 60]) func sharedReferencesCount(levels: Int) throws {
    let bytes = Self.doubling(levels)
    guard case .tooManyNodes(100_000, _)? = error(bytes) else {
      Issue.record("\(levels) levels were expanded")
      return
    }
  }

  @Test func fewSharedReferencesAreRead() throws {
    let root = try PropertyListReader.read(Self.doubling(15)).root
    var (value, levels) = (root, 0)
    while let elements = value.array, let last = elements.last {
      #expect(elements.count == 2)
      (value, levels) = (last, levels + 1)
    }
    #expect(levels == 15)
    #expect(value.boolean == true)
  }

  /// A chain of arrays that name the next one twice: 2 to the power of `levels` values at the bottom.
  static func doubling(_ levels: Int) -> [UInt8] {
    binary((0..<levels).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]])
  }

  @Test func cyclesAreRefused() {
    #expect(error(Self.binary([[0xA1, 0]])) == .cycle(at: .byte(9)))
    #expect(error(Self.binary([[0xA1, 1], [0xA1, 0]])) == .cycle(at: .byte(11)))
    #expect(error(Self.binary([[0xD1, 1, 0], [0x51, 0x61]])) == .cycle(at: .byte(10)))
  }

  @Test func boundsAreChecked() {
    // A count of 2^63 - 1, one of 2^64 - 1, and one that overflows when doubled.
    for size: [UInt8] in [[0x7F] + .init(repeating: 0xFF, count: 7), .init(repeating: 0xFF, count: 8)] {
      for marker: UInt8 in [0xAF, 0xDF, 0x4F, 0x5F, 0x6F] {
        guard case .some = error(Self.binary([[marker, 0x13] + size])) else {
          Issue.record("marker \(marker)")
          continue
        }
      }
    }
    #expect(error(Self.binary([[0x09]], count: .max)) != nil)
    #expect(error(Self.binary([[0x09]], count: 1 << 40)) != nil)
    #expect(error(Self.binary([[0x09]], top: 1)) != nil)
    #expect(error(Self.binary([[0xA1, 9]])) == .outOfBounds(at: .byte(9)))
    #expect(error(Self.binary([[0x5A, 0x41]])) == .outOfBounds(at: .byte(9)))
    #expect(error(Self.binary([[0x4F, 0x14]])) == .outOfBounds(at: .byte(8)))
    #expect(error(Self.binary([[0xD1, 1, 1], [0x10, 1]])) == .keyNotText(at: .byte(9)))
    #expect(error(Self.binary([[0x51, 0xE9]])) == .invalidText(at: .byte(8)))
    #expect(error(Self.binary([[0x61, 0xD8, 0x00]])) == .invalidText(at: .byte(8)))
    #expect(error(Self.binary([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]])) == .invalidValue(at: .byte(8)))
    #expect(error(Array("bplist15".utf8) + Array(repeating: 0, count: 60)) == .unknownFormat)
  }

  @Test func deepNestingIsRefused() throws {
    func chain(_ levels: Int) -> [UInt8] {
      Self.binary((0..<levels).map { [0xA1, UInt8($0 + 1)] } + [[0x09]])
    }
    #expect(try PropertyListReader.read(chain(64)).root.array?.count == 1)
    guard case .tooDeep(64, _)? = error(chain(65)) else {
      Issue.record("65 levels were read")
      return
    }
    // A shared chain of 40 levels met again 30 levels down is 70 levels deep.
    var objects: [[UInt8]] = [[0xA2, 31, 1]]
    objects += (1...29).map { [0xA1, UInt8($0 + 1)] }
    objects += [[0xA1, 31]]
    objects += (31...69).map { [0xA1, UInt8($0 + 1)] } + [[0x09]]
    guard case .tooDeep(64, _)? = error(Self.binary(objects)) else {
      Issue.record("a shared chain of 70 levels was read")
      return
    }
  }

  @Test func overlappingContentIsBounded() {
    // 500 strings that are the same bytes of the file: 500 times 60,000 bytes do not fit in the limit below.
    var limits = PropertyListLimits.standard
    limits.maximumBytes = 200_000
    var bytes = Array("bplist00".utf8) + [0xAF, 0x11, 0x01, 0xF4]
    for number in 1...500 { bytes += [UInt8(number >> 8), UInt8(number & 0xFF)] }
    let text = bytes.count
    bytes += [0x5F, 0x11, 0xEA, 0x60] + Array(repeating: 0x61, count: 60_000)
    let table = bytes.count
    bytes += [0, 8]
    for _ in 1...500 { bytes += [UInt8(text >> 8), UInt8(text & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [501, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    #expect(throws: PropertyListError.tooLarge(limit: 200_000)) {
      try PropertyListReader.read(bytes, limits: limits)
    }
  }

  static let samples: [[UInt8]] = [
    binary([
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x62], [0x62, 0x65, 0xE5, 0x67, 0x2C], [0xA3, 7, 8, 9],
      [0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0], [0x5F, 0x10, 0x0F] + Array(repeating: 0x78, count: 15),
      [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0],
      [0x42, 1, 2],
    ]),
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "a" "b"><plist version="1.0"><!-- c --><dict>
      <key>日本</key><array><integer>-1</integer><real>1.5</real><data>AQID</data></array><key>b</key><true/>
      <key>c</key><date>2024-02-29T00:00:00Z</date><key>s</key><string>&lt;&#x41;<![CDATA[x]]></string></dict></plist>
      """.utf8
    ),
    Array("// c\n{ a = (1, \"二\\n\\U65E5\", <0aFF>); /* d */ 'b' = { c = d; }; }\n".utf8),
  ]

  @Test(arguments: samples.indices) func everyTruncationIsRefused(sample: Int) throws {
    let bytes = Self.samples[sample]
    #expect(error(bytes) == nil)
    // Blanks at the end of a text carry nothing.
    let needed = sample == 2 ? bytes.count - 1 : bytes.count
    for length in 0..<needed {
      if sample == 2, (2...5).contains(length) { continue }  // only a comment: an empty string table
      #expect(error(Array(bytes.prefix(length))) != nil, "cut at \(length)")
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: samples.indices) func mutations(sample: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var (accepted, refused) = (0, 0)
    for _ in 0..<20_000 {
      var bytes = Self.samples[sample]
      for _ in 0...random(4) {
        let place = random(bytes.count)
        switch random(4) {
        case 0: bytes[place] ^= 1 << UInt8(random(8))
        case 1: bytes[place] = UInt8(random(256))
        case 2: bytes.remove(at: place)
        default: bytes.insert(bytes[random(bytes.count)], at: place)
        }
      }
      if error(bytes) == nil { accepted += 1 } else { refused += 1 }
    }
    print("mutations of sample \(sample), seed \(seed): \(accepted) read, \(refused) refused")
    #expect(accepted + refused == 20_000)
    #expect(refused > 0)
  }
}
