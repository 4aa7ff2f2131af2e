#if !canImport(Darwin)

/// The state of a hash function that is a value: copied when it is written to and somebody else holds it too.
// because the state is only written through `update`, which makes sure that nobody else holds it
final class DigestState: @unchecked Sendable {
  private let context: DigestContext

  init(_ algorithm: DigestAlgorithm) { context = DigestContext(algorithm) }

  private init(_ context: consuming DigestContext) { self.context = context }

  /// Adds data to `state`, which becomes a state of its own first if it is shared.
  static func update(_ state: inout DigestState, with data: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&state) { state = DigestState(state.context.copy()) }
    unsafe state.context.update(data)  // because the buffer is only read during the call
  }

  /// The hash value of what was added; more can be added afterwards.
  func finish() -> DigestBytes { context.copy().finish() }
}
#endif
