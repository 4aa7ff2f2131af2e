import LocalAuthentication
import OmamoriCore
import OmamoriKeychain

extension AuthenticationOutcome {
  /// How a question to the person ended.
  ///
  /// - Parameter question: Asks, and gives whether the person proved to be there.
  init(_ question: () async throws -> Bool) async {
    do {
      self = try await question() ? .success : .failed
    } catch let error as LAError {
      self = Self(localAuthenticationCode: error.code.rawValue)
    } catch {
      self = .notAvailable
    }
  }
}
