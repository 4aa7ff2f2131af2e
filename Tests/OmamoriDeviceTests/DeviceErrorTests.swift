import OmamoriCore
import Testing
import OmamoriDevice

/// What the module's errors say.
@Suite("DeviceError")
struct DeviceErrorTests {
  @Test(arguments: [DeviceError.cancelled, .timedOut, .system(code: 5)])
  func speaksBothLanguages(error: DeviceError) {
    #expect(error.message(in: .en) != error.message(in: .ja))
  }
}
