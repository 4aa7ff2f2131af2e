import Omamori
import Testing

/// What one import brings.
@Suite("Umbrella")
struct UmbrellaTests {
  @Test func bringsEveryModule() {
    let errors: [any OmamoriError] = [
      CoreError.secretStore(.locked), DeviceError.unsupported, AuditLogError.cancelled, AuthError.timedOut,
    ]
    #expect(Set(errors.map { $0.message(in: .en) }).count == errors.count)
  }
}
