import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// Prints what a session does in a second of processor time, a line a rate; `MessagingBenchmark [NAME]` runs one alone.
@main
struct MessagingBenchmark {
  /// How many messages are sealed or opened for one rate.
  static let count = 20_000

  static func main() async throws {
    let only = CommandLine.arguments.dropFirst().first
    for byteCount in [64, 1_024] where only == nil || only == "chain.\(byteCount)" {
      let (seals, opens) = try chain(byteCount)
      print("seal.\(byteCount) \(Int(seals))\nopen.\(byteCount) \(Int(opens))")
    }
    if only == nil || only == "pingpong" { print("pingpong \(Int(try pingPong()))") }
    if only == nil || only == "conversation" {
      let (seals, opens) = try await ConversationRates().chain()
      print("conversation.seal.64 \(Int(seals))\nconversation.open.64 \(Int(opens))")
    }
    if only == nil || only == "conversation.pingpong" {
      print("conversation.pingpong \(Int(try await ConversationRates().pingPong()))")
    }
    if only == nil || only == "group" {
      let (seals, opens) = try await GroupRates().chain()
      print("group.seal.50 \(Int(seals))\ngroup.open.50 \(Int(opens))")
    }
    for (name, suite) in [("session", HandshakeSuite.x25519), ("session.mlkem1024", .x25519MLKEM1024)]
    where only == nil || only == name {
      let starts = try SessionStarts(suite: suite)
      print("\(name) \(Int(try rate(of: SessionStarts.count) { try starts.run() }))")
    }
  }

  /// Messages in one direction: sealed one after the other, then opened in order.
  private static func chain(_ byteCount: Int) throws -> (seals: Double, opens: Double) {
    var (alice, bob) = try session()
    let plaintext = [UInt8](repeating: 7, count: byteCount)
    let now = Date()
    var messages: [[UInt8]] = []
    messages.reserveCapacity(count)
    let seals = try rate {
      for _ in 0..<count { messages.append(try alice.seal(plaintext, authenticating: [])) }
    }
    let opens = try rate {
      for message in messages { _ = try bob.open(message, authenticating: [], now: now) }
    }
    return (seals, opens)
  }

  /// Messages that answer each other, so that each brings a new ratchet key.
  private static func pingPong() throws -> Double {
    var (alice, bob) = try session()
    let plaintext = [UInt8](repeating: 7, count: 64)
    let now = Date()
    return try rate {
      for _ in 0..<count / 2 {
        _ = try bob.open(alice.seal(plaintext, authenticating: []), authenticating: [], now: now)
        _ = try alice.open(bob.seal(plaintext, authenticating: []), authenticating: [], now: now)
      }
    }
  }

  private static func session() throws -> (DoubleRatchet, DoubleRatchet) {
    func key() throws -> SharedSecretBytes { SharedSecretBytes(try SecretBytes(randomCount: 32)) }
    let prekey = Curve25519.KeyAgreement.PrivateKey()
    let secrets = SessionSecrets(
      rootKey: try key(), initiatorHeaderKey: try key(), responderHeaderKey: try key(),
      associatedData: [UInt8](repeating: 1, count: 200), identifier: [UInt8](repeating: 2, count: 16))
    let alice = try DoubleRatchet.initiator(secrets, remoteRatchetKey: prekey.publicKey)
    return (alice, .responder(secrets, ratchetKey: prekey))
  }

  /// How often `count` steps fit into a second of processor time.
  private static func rate(of count: Int = count, _ body: () throws -> Void) rethrows -> Double {
    let start = clock()
    try body()
    return Double(count) / (Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
}
