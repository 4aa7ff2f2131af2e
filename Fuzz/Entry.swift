/// What libFuzzer calls with each input; every target has a `fuzz(_:)` of its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Stops the run, so that libFuzzer keeps the input, when a law of the module under test does not hold.
func expect(_ law: Bool, _ name: StaticString) {
  guard !law else { return }
  fatalError("broken law: \(name)")
}
