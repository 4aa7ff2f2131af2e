/// What a slice tells the runtime of Objective-C: its classes and the selectors it names.
package struct ObjectiveCMetadata: Sendable {
  /// A class that the slice defines.
  package struct Class: Sendable, Hashable {
    /// The name as the runtime knows it.
    package let name: String
    /// Whether the class was written in Swift.
    package let isSwift: Bool
  }

  /// The classes, in the order of the list.
  package let classes: [Class]
  /// The selectors of methods that are defined or called.
  package let selectors: Set<String>

  /// The most classes and selectors that are read.
  package static let limit = 50_000

  /// Reads the lists of a slice; entries that lead nowhere are left out.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes) {
    let pointers = PointerDecoder(slice, bytes)
    var classes: [Class] = []
    for section in slice.sections.filter({ $0.name == "__objc_classlist" }).prefix(4) {
      guard let list = section.bytes(in: bytes), classes.count < Self.limit else { continue }
      for index in 0..<min(list.count / pointers.width, Self.limit - classes.count) {
        let entry = section.fileOffset + index * pointers.width
        if let found = Self.readClass(at: entry, pointers, bytes) { classes.append(found) }
      }
    }
    self.classes = classes
    var selectors: Set<String> = []
    // Sections that share their bytes are no reason to read these again and again.
    for section in slice.sections.filter({ $0.name == "__objc_methname" }).prefix(4) {
      for text in (section.bytes(in: bytes)?.slice ?? []).split(separator: 0)
      where selectors.count < Self.limit {
        selectors.insert(String(decoding: text, as: UTF8.self))
      }
    }
    self.selectors = selectors
  }

  /// The class that the pointer at `entry` leads to.
  private static func readClass(at entry: Int, _ pointers: PointerDecoder, _ bytes: BinaryBytes) -> Class? {
    let width = pointers.width
    guard let object = pointers.target(at: entry).flatMap(pointers.offset),
      let data = pointers.target(at: object + 4 * width),
      let fixed = pointers.offset(of: data & ~7),
      let name = pointers.target(at: fixed + (width == 8 ? 24 : 16)).flatMap(pointers.offset),
      let text = bytes.text(at: name, limit: 1024), !text.isEmpty
    else { return nil }
    // The two lowest bits of the pointer mark classes of Swift, in its older and its stable form.
    return Class(name: text, isSwift: data & 3 != 0)
  }

  /// The classes that were written in Objective-C.
  package var ownClasses: [Class] { classes.filter { !$0.isSwift } }
}
