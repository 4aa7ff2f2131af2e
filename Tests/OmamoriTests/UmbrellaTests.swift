import Omamori
import Testing

/// What one import brings.
@Suite("Umbrella")
struct UmbrellaTests {
  @Test func bringsEveryModule() {
    let errors: [any OmamoriError] = [
      CoreError.secretStore(.locked), CryptoError.authenticationFailed, DeviceError.unsupported,
      KeychainError.cancelled, TransportError.cancelled,
    ]
    #expect(Set(errors.map { $0.message(in: .en) }).count == errors.count)
  }
}
