import OmamoriCore

extension CryptoError {
  /// The error of this module for one of the core's, of which only that of the random source can occur here.
  init(_ error: CoreError) {
    self =
      if case .randomnessUnavailable(let code) = error { .randomnessUnavailable(code: code) } else {
        .backend(code: 0)
      }
  }
}
