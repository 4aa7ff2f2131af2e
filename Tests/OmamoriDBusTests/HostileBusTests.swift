import Foundation
import OmamoriDBus
import Testing

@Suite(.enabled(if: HostileBus.isPossible), .timeLimit(.minutes(2)))
struct HostileBusTests {
  private func outcome(_ bus: HostileBus) async -> Result<[BusValue], BusError> {
    do throws(BusError) {
      let connection = try await BusConnection.open(.address(bus.address))
      return .success(
        try await connection.call(.bus("GetId", []), timeout: .milliseconds(400)))
    } catch {
      return .failure(error)
    }
  }

  @Test func aProperAnswerIsRead() async throws {
    let bus = try HostileBus(signature: "s", body: "text('fine')")
    #expect(await outcome(bus) == .success([.string("fine")]))
  }

  @Test(arguments: [HostileBus.Manner.close, .reject, .garbage])
  func aBusThatDoesNotGreetEndsTheConnection(manner: HostileBus.Manner) async throws {
    // A library may wait for more after a refusal, and notice one that closes at once while it still opens.
    let expected: [Result<[BusValue], BusError>] = [
      .failure(.disconnected), .failure(.timedOut), .failure(.unreachable(code: EPIPE)),
      .failure(.unreachable(code: ECONNRESET)),
    ]
    #expect(expected.contains(await outcome(try HostileBus(manner))))
  }

  @Test func aSilentBusIsNotWaitedFor() async throws {
    #expect(await outcome(try HostileBus(.silent)) == .failure(.timedOut))
  }

  static let answers: [(String, String, String)] = [
    ("s", "struct.pack('<I', 2**31) + b'x'", "pass"),
    ("s", "text('a')[:-1] + b'x'", "pass"),
    ("s", "struct.pack('<I', 2) + b'\\xff\\xfe\\0'", "pass"),
    ("s", "struct.pack('<I', 2) + b'a\\0\\0'", "pass"),
    ("o", "text('no path')", "pass"),
    ("ay", "struct.pack('<I', 2**26 + 1) + b'x'", "pass"),
    ("as", "struct.pack('<I', 9) + text('a')", "pass"),
    ("v", "b'\\x01v\\0' * 60 + b'\\x01y\\0\\x07'", "pass"),
    ("a" + String(repeating: "a", count: 60) + "y", "b''", "pass"),
    ("(", "b''", "pass"), ("z", "b'x'", "pass"), ("h", "struct.pack('<I', 7)", "pass"),
    ("s", "text('a')", "reply[4:8] = struct.pack('<I', 2**31 - 1)"),
    ("s", "text('a')", "reply[12:16] = struct.pack('<I', 2**31 - 1)"),
    ("s", "text('a')", "reply[1] = 9"), ("s", "text('a')", "reply[1] = 3"),
    ("s", "text('a')", "reply[3] = 7"), ("s", "text('a')", "reply[20] ^= 255"),
    ("s", "text('a')", "del reply[-4:]"),
  ]

  @Test(arguments: answers.indices)
  func aMalformedAnswerIsRefused(index: Int) async throws {
    let (signature, body, edit) = Self.answers[index]
    let bus = try HostileBus(signature: signature, body: body, edit: edit)
    guard case .failure(let error) = await outcome(bus) else {
      Issue.record("answer \(index) was read")
      return
    }
    #expect([.malformed, .disconnected, .timedOut].contains(error))
  }

  @Test func changedBytesNeverEndTheProcess() async throws {
    let seed = ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_261_122
    let edit =
      "import random; r = globals().setdefault('r', random.Random(\(seed))); "
      + "[reply.__setitem__(r.randrange(len(reply)), r.randrange(256)) for _ in range(r.randrange(1, 4))]"
    let bus = try HostileBus(
      signature: "a{sv}as",
      body: "struct.pack('<II', 16, 0) + text('ab') + b'\\x01s\\0\\0\\0' + text('') + b'\\0' * 4",
      edit: edit)
    for _ in 0..<60 {
      let connection = try await BusConnection.open(.address(bus.address))
      _ = try? await connection.call(.bus("GetId", []), timeout: .milliseconds(60))
    }
  }
}
