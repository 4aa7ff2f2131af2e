import Foundation
import Testing

/// Commands that are killed anywhere: what was written down arrives, once and in order.
@Suite("Killed conversations", .serialized, .timeLimit(.minutes(5))) struct ChatKillTests {
  @Test func everyMessageArrivesOnce() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob")
    #expect(try home.run("send", "bob", "first", "--as", "alice").status == 0)
    #expect(try home.run("receive", "--as", "bob").status == 0)
    #expect(try home.run("send", "alice", "second", "--as", "bob").status == 0)
    #expect(try home.run("receive", "--as", "alice").status == 0)
    let seed = Seed.value
    var generator = SplitMix(state: seed)
    let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1" ? 250 : 8
    // How long a command takes on this machine, so that kills fall anywhere in it.
    let usual = try home.run("receive", "--as", "alice").seconds
    func killed(_ words: [String]) throws {
      let program = try home.start(words)
      usleep(UInt32(Double.random(in: 0...(usual * 1.3), using: &generator) * 1_000_000))
      program.signal(SIGKILL)
      _ = try program.wait(seconds: 20)
    }
    for round in 0..<rounds {
      try killed(["send", "bob", "alice-\(round)", "--as", "alice"])
      try killed(["receive", "--as", "bob"])
      try killed(["send", "alice", "bob-\(round)", "--as", "bob"])
      if round == rounds / 2 {
        try home.stopRelay()
        try home.startRelay()
      }
      try killed(["receive", "--as", "alice"])
    }
    // Everything that waits goes out and is fetched.
    for own in ["alice", "bob", "alice", "bob"] {
      let ended = try home.run("receive", "--as", own)
      #expect(ended.status == 0, "seed \(seed): \(ended.errors)")
    }
    for (own, peer) in [("alice", "bob"), ("bob", "alice")] {
      let sent = try home.texts(of: own, with: peer, "sent")
      #expect(Set(sent).count == sent.count, "seed \(seed)")
      #expect(sent == (try home.texts(of: peer, with: own, "received")), "seed \(seed)")
    }
    #expect(try home.stopRelay(SIGTERM) == 130)
  }
}
