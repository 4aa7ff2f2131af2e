/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The target that the program is started by the name of: `targets` are those of all the names that it has.
private let fuzz: @Sendable ([UInt8]) -> Void = {
  let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
  guard let target = targets[String(name)] else { fatalError("no target is called \(name)") }
  return target
}()
