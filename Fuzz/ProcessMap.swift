import OmamoriCore
@testable import OmamoriDevice

/// What a hostile process makes the kernel write about it is read or refused within its limits.
///
/// The first byte chooses the reader, and the rest is its input.
func fuzzProcessMap(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  switch choice % 4 {
  case 0: fuzzMap(content)
  case 1: fuzzStatus(content)
  case 2: fuzzVariables(content)
  default: fuzzPages(content)
  }
}

private func fuzzMap(_ content: [UInt8]) {
  guard let mappings = try? MemoryMapReader.mappings(in: content) else { return }
  expect(mappings.count <= content.count / 8, "a mapping takes a line")
  for mapping in mappings {
    expect(mapping.start <= mapping.end, "a mapping ends after its start")
    expect(mapping.path.utf8.count <= 3 * MemoryMapReader.greatestPath, "a path is bounded")
    expect(mapping.origin != .file || mapping.path.hasBytePrefix("/"), "a file has a path")
    _ = FolderKind(mapping.path)
  }
  let baseline = IntegrityBaseline(mappings)
  expect(baseline.modules.count <= mappings.count, "a module is mapped")
}

private func fuzzStatus(_ content: [UInt8]) {
  let status = StatusReader(content)
  if let tracer = status.tracer {
    expect(status.field("TracerPid")?.first.flatMap { Int32($0) } == tracer, "a number")
  }
  _ = status.credentials
}

private func fuzzVariables(_ content: [UInt8]) {
  let variables = StartVariable.ofLoader(in: content)
  expect(variables.count <= content.count / 4, "a variable has a name")
  for variable in variables {
    expect(
      variable.name.hasBytePrefix("LD_") || variable.name.hasBytePrefix("DYLD_"), "others are not decoded")
    expect(LoaderList.paths(inVariable: variable.value).allSatisfy { !$0.isEmpty }, "no path is empty")
  }
}

private func fuzzPages(_ content: [UInt8]) {
  let places = PageEntries(content).privatePlaces
  expect(places.allSatisfy { (0..<content.count / 8).contains($0) }, "an entry has eight bytes")
}
