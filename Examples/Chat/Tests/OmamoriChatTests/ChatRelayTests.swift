import Foundation
import OmamoriCore
import OmamoriMessaging
import OmamoriRelay
import Testing

/// The relay of a chat: what it takes of the library, and what it does on a full disk.
@Suite("The relay of a chat", .serialized, .timeLimit(.minutes(5))) struct ChatRelayTests {
  @Test func theLargestMessageOfTheLibraryFits() async throws {
    let limit = RelayLimits().envelopeSize
    #expect(limit == Envelope.greatestByteCount)
    let (alice, bob) = (
      try await Messenger.create(as: MessagingAddress(name: "alice"), in: InMemoryConversationStore()),
      try await Messenger.create(as: MessagingAddress(name: "bob"), in: InMemoryConversationStore())
    )
    let keys = try await bob.publication(oneTimeKeys: 1)
    let conversation = alice.conversation(with: bob.address)
    try await conversation.start(
      with: KeyBundle(signedPart: keys.signedPart, oneTimeKey: keys.oneTimeKeys.first?.bytes))
    let largest = [UInt8](repeating: 1, count: 256 << 10)
    let envelope = try await conversation.seal(largest)
    #expect(envelope.count > largest.count && envelope.count <= limit)
    await #expect(throws: MessagingError.self) { _ = try await conversation.seal(largest + [1]) }
  }

  /// Whether this process may give another one a disk of its own.
  private static let mountsDisks: Bool = {
    guard let folder = try? Sandbox(), let unshare = Program.find("unshare"),
      let probe = try? Program(unshare, ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], in: folder)
    else { return false }
    return (try? probe.wait().status) == 0
  }()

  /// Fills the disk of a relay, fetches everything, and sends again; the relay is started again while the disk is full.
  @Test(.enabled(if: mountsDisks, "only root may mount a disk"))
  func messagesAreFetchedFromARelayWhoseDiskIsFull() throws {
    let home = try ChatHome()
    // The disk is there for these commands alone, and ends with them.
    let script = """
      set -eu
      mkdir disk && mount -t tmpfs -o size=64m,mode=700 tmpfs disk
      trap 'kill -KILL $relay' EXIT
      c() { "$0" "$@" > out 2> err; }
      start() {
        "$0" relay --folder disk/relay --listen 127.0.0.1:${1:-0} -q > started & relay=$!
        for turn in $(seq 300); do [ -s started ] && break; sleep 0.1; done
        site=$(cat started)
      }
      start
      reserve() { stat -c %s disk/relay/relay.db-reserve || echo 0; }
      before=$(reserve)
      c register alice $site
      c register bob $site
      head -c 60000 /dev/zero | tr '\\0' x > long
      sent=0
      for number in $(seq 60); do
        c send bob --as alice < long || break
        sent=$((sent + 1))
      done
      echo sent $sent
      # Others take what is left.
      dd if=/dev/zero of=disk/most bs=64k 2> /dev/null || true
      dd if=/dev/zero of=disk/other bs=512 2> /dev/null || true
      c send alice --as bob hello && echo failed to be full
      port=${site#*:}
      kill -KILL $relay; wait $relay || true
      : > started
      start ${port%% *}
      c receive --as bob || { echo failed to fetch; cat err; }
      [ $(reserve) = $before ] || echo failed to keep $before bytes for removing things: $(reserve)
      echo received $(grep -c xxx out)
      rm disk/other disk/most
      c receive --as alice || { echo failed to send again; cat err; }
      c receive --as bob || { echo failed to fetch again; cat err; }
      echo received $(grep -c xxx out || true)
      c send bob --as alice again || { echo failed to send; cat err; }
      kill -TERM $relay; wait $relay || true
      trap - EXIT
      """
    let program = try Program(
      try #require(Program.find("unshare")), ["-m", "/bin/sh", "-c", script, ChatProgram.path],
      in: home.folder,
      environment: home.environment)
    let ended = try program.wait(seconds: 240)
    #expect(ended.status == 0, "\(ended.output) \(ended.errors)")
    #expect(!ended.output.contains("failed"), "\(ended.output)")
    let counts = ended.output.split(separator: "\n").compactMap { Int($0.split(separator: " ").last ?? "") }
    try #require(counts.count == 3)
    // The message that did not fit waits at its sender's and arrives with the rest.
    #expect(counts[0] > 0 && counts[1] == counts[0] && counts[2] == 1, "\(ended.output)")
  }
}
