@testable import AuditEngine
@testable import AuditRules

/// Builds the app that an example describes, one property a line: `flags: PIE`, `imports: _CC_MD5`.
enum ExampleBinary {
  /// The app around the program that `description` describes, ready for everybody.
  static func files(_ description: String) -> [String: [UInt8]] {
    var slices = [BuiltApp.program()]
    var extra: [String: [UInt8]] = [:]
    var profile = ""
    for line in description.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, var slice = slices.popLast() else { continue }
      let (value, words) = (String(parts[1]), parts[1].split(separator: " ").map(String.init))
      switch parts[0] {
      case "slice":
        slices.append(slice)
        slice = BuiltApp.program()
        slice.processor = (0x0100_0007, 3)
      case "flags":
        slice.flags = 0x85 | (words.contains("PIE") ? 0x20_0000 : 0)
        slice.flags |= words.contains("ALLOW_STACK_EXECUTION") ? 0x2_0000 : 0
      case "segment":
        let protection: UInt32 = words.last == "rwx" ? 7 : 3
        slice.segments.append(
          MachOBuilder.Segment(words[0], protection, [MachOBuilder.Section("__data", [1])]))
      case "rpath": slice.searchPaths.append(value)
      case "imports": slice.symbols += words.map { .imported($0) }
      case "local symbols": slice.symbols += words.map { .local($0) }
      case "cstring": slice.segments[0].sections.append(.texts("__cstring", value))
      case "class": slice.add(class: value)
      case "selectors":
        slice.segments[0].sections.append(
          MachOBuilder.Section("__objc_methname", flags: 2, words.flatMap { Array($0.utf8) + [0] }))
      case "signature": slice.signature = signature(value)
      case "entitlements": slice.signature = .signed("<key>\(value)</key><true/>")
      case "profile": profile = "<key>\(value)</key><true/>"
      case "framework": extra.merge(BuiltApp.framework("Kit", signature(value))) { $1 }
      case "file": extra[value] = [1, 2, 3]
      default: return [:]
      }
      slices.append(slice)
    }
    var app = BuiltApp(profile: profile, adding: extra)
    app.files["App"] = slices.count == 1 ? slices[0].bytes() : MachOBuilder.fat(slices)
    return Dictionary(uniqueKeysWithValues: app.files.map { ("App.app/\($0.key)", $0.value) })
  }

  private static func signature(_ name: String) -> SignatureBuilder? {
    switch name {
    case "none": return nil
    case "SHA-1":
      var signature = SignatureBuilder.signed()
      signature.directories[0].hash = 1
      return signature
    case let team: return .signed(team: team)
    }
  }
}

extension MachOBuilder {
  /// Adds a class, which was written in Swift when the low bits of its data say so.
  mutating func add(class name: String, isSwift: Bool = false) {
    let base: UInt64 = 0x1_0000_8000
    // A list of one pointer, the class (five pointers), its description (four), its name.
    let (object, info, text) = (base + 8, base + 48, base + 80)
    let fields = (0..<4).flatMap { _ in long(0) } + long(info | (isSwift ? 2 : 0))
    let description = (0..<3).flatMap { _ in long(0) } + long(text)
    segments.append(
      Segment(
        "__DATA", 3, at: base,
        [
          Section("__objc_classlist", long(object)),
          Section("__objc_data", fields + description + Array(name.utf8) + [0]),
        ]))
  }
}
