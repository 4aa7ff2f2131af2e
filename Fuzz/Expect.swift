/// Stops the run, so that libFuzzer keeps the input, when a law of the module under test does not hold.
func expect(_ law: Bool, _ name: StaticString) {
  guard !law else { return }
  fatalError("broken law: \(name)")
}
