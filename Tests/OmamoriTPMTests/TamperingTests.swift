import Foundation
import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite(.enabled(if: SoftwareTPM.isThere))
struct TamperingTests {
  private let tpm: SoftwareTPM
  private let device: TPMDevice
  private let secret = SharedSecretBytes("a key of thirty-two bytes, really")
  private let pin = SharedSecretBytes("2580")

  init() throws {
    tpm = try SoftwareTPM()
    device = try tpm.device
  }

  /// Every bit with `OMAMORI_DEEP`, otherwise one of every byte.
  @Test func everyBitFlipped() throws {
    let good = try device.seal(secret, pin: pin).bytes
    let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
    var unexpected: [Int] = []
    for bit in 0..<good.count * 8 where isDeep || bit % 8 == bit / 8 % 8 {
      var bytes = good
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      do throws(TPMError) {
        _ = try device.unseal(SealedObject(bytes: bytes), pin: pin)
        unexpected.append(bit)
      } catch {
        switch error {
        case .tampered: break
        case .newerFormat where bit < 8: break
        // The next 32 bytes after the header name the TPM's storage key.
        case .otherDevice where (32..<32 + 256).contains(bit): break
        default: unexpected.append(bit)
        }
      }
    }
    #expect(unexpected == [])
    #expect(try device.lockout().wrongTries == 0)
    #expect(try device.opens(SealedObject(bytes: good), pin: pin, to: secret))
    #expect(try tpm.leftovers() == "")
  }

  @Test func everyTruncationAndMore() throws {
    let good = try device.seal(secret).bytes
    for count in 0..<good.count {
      #expect(throws: TPMError.tampered) {
        _ = try device.unseal(SealedObject(bytes: Array(good.prefix(count))))
      }
    }
    for more in [1, 2, 1000] {
      #expect(throws: TPMError.tampered) {
        _ = try device.unseal(SealedObject(bytes: good + [UInt8](repeating: 0, count: more)))
      }
    }
  }

  @Test func noise() throws {
    let good = try device.seal(secret).bytes
    var state: UInt64 = 1
    for _ in 0..<200 {
      var bytes = good
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[4 + Int(state >> 33) % (good.count - 4)] = UInt8(truncatingIfNeeded: state >> 25)
      }
      guard bytes != good else { continue }
      #expect(throws: TPMError.self) { _ = try device.unseal(SealedObject(bytes: bytes)) }
    }
  }
}
