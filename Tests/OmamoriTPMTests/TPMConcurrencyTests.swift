import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@Suite(.enabled(if: SoftwareTPM.isThere))
struct TPMConcurrencyTests {
  @Test func callersTakeTurns() async throws {
    let software = try SoftwareTPM()
    let tpm = TPM(try software.device)
    let counter = try TPMCounter(index: 0x0180_0200, authorization: SharedSecretBytes("counter key"))
    let first = try await tpm.create(counter)
    let values = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var values: [UInt64] = []
          for _ in 0..<4 { values.append(try await tpm.increment(counter)) }
          return values
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(values.sorted() == (1...32).map { first + $0 })
    #expect(try software.leftovers() == "")
  }

  @Test func severalConnections() async throws {
    let software = try SoftwareTPM()
    let device = try software.device
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          let tpm = TPM(device)
          let secret = SecretBytes(copying: [UInt8](repeating: UInt8(number), count: 16))
          let pin = SharedSecretBytes("pin \(number)")
          let object = try await patiently { try await tpm.seal(secret, pin: pin) }
          let isSame = try await patiently { try await tpm.unseal(object, pin: pin).isEqual(to: secret) }
          #expect(isSame)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await TPM(device).lockout().wrongTries == 0)
    #expect(try software.leftovers() == "")
  }

  /// Does what the error says and tries again: others fill the TPM's memory, for long where the machine is busy too.
  private func patiently<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<4 {
      do { return try await body() } catch TPMError.busy { continue }
    }
    return try await body()
  }
}
