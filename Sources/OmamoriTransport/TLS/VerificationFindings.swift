#if !canImport(Darwin)
/// The errors of one verification, which one thread collects.
final class VerificationFindings {
  /// An error of OpenSSL's and the depth of the certificate it is about.
  struct Finding {
    let code: Int32
    let depth: Int
  }

  private(set) var errors: [Finding] = []
  /// A chain has at most a dozen certificates, with a handful of errors each.
  private static let greatestCount = 256

  /// Adds an error; says whether there is room for more.
  func add(code: Int32, depth: Int) -> Bool {
    errors.append(Finding(code: code, depth: depth))
    return errors.count < Self.greatestCount
  }
}
#endif
