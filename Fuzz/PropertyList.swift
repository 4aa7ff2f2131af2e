import OmamoriATS
import OmamoriCore

/// Reading a binary, XML or OpenStep property list never crashes and keeps to its limits.
func fuzzPropertyList(_ bytes: [UInt8]) {
  for limits in [PropertyListLimits.standard, .project, .interface] {
    guard let document = try? PropertyListReader.read(bytes, limits: limits) else { continue }
    guard let again = try? PropertyListReader.read(bytes, limits: limits) else {
      expect(false, "what was read can be read again")
      continue
    }
    // The texts are compared because a number that is not a number does not equal itself.
    expect(again == document || "\(again)" == "\(document)", "reading is deterministic")
    expect(depth(of: document.root) <= limits.maximumDepth + 1, "the depth limit holds")
  }
}

private func depth(of list: PropertyList) -> Int {
  let children = (list.array ?? []) + (list.dictionary?.entries.map(\.value) ?? [])
  return 1 + (children.map(depth).max() ?? 0)
}
