import OmamoriATS
import OmamoriCore

/// Reading a binary, XML or OpenStep property list never crashes and keeps to its limits.
func fuzz(_ bytes: [UInt8]) {
  for limits in [PropertyListLimits.standard, .project, .interface] {
    guard let document = try? PropertyListReader.read(bytes, limits: limits) else { continue }
    let again = try? PropertyListReader.read(bytes, limits: limits)
    expect(again == document, "reading is deterministic")
    expect(depth(of: document.root) <= limits.maximumDepth + 1, "the depth limit holds")
  }
}

func depth(of list: PropertyList) -> Int {
  let children = (list.array ?? []) + (list.dictionary?.entries.map(\.value) ?? [])
  return 1 + (children.map(depth).max() ?? 0)
}
