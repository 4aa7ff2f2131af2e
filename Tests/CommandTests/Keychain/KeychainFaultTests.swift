import Foundation
import TestSupport
import Testing

extension KeychainCommands {
  /// Disks that fail and commands that are killed: what was acknowledged is there, and nothing is half done.
  ///
  /// `OMAMORI_SEED` chooses the moments; with `OMAMORI_DEEP` there are many more of them.
  @Suite("Faults", .timeLimit(.minutes(30)), .serialized) struct KeychainFaultTests {
    private static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
    private static let access = ["--keychain", "k", "--key-file", "key", "--no-agent"]
    private static let count = 12

    /// A command that changes the keychain, and what it leads to.
    struct Change: Sendable, CustomTestStringConvertible {
      let words: [String]
      /// The number of items and the value of `i5` and `i11` afterwards.
      let count: Int
      var fifth = "val5"
      var eleventh = "val11"
      var testDescription: String { words.joined(separator: " ") }
    }

    static let changes = [
      Change(words: ["set", "new"], count: count + 1),
      Change(words: ["set", "i5"], count: count, fifth: "over"),
      Change(words: ["remove", "i11"], count: count - 1, eleventh: ""),
      Change(words: ["import", "keepassxc-csv", "other.csv"], count: count + 2),
      Change(words: ["rotate"], count: count),
      Change(words: ["slot", "add", "recovery-code"], count: count),
    ]

    /// A keychain with items, and an untouched copy of it.
    private static func home() throws -> KeychainHome {
      let home = try KeychainHome(isEmpty: true)
      try #require(home.run("init", "--keychain", "k", "--key-file", "key").status == 0)
      for number in 0..<count {
        try #require(home.run(["set", "i\(number)"] + access, input: "val\(number)").status == 0)
      }
      try home.folder.write(
        "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n"
          + (0..<2).map { "\"Root\",\"Site \($0)\",\"bob\",\"pw\",\"\",\"\"\n" }.joined(), to: "other.csv")
      try FileManager.default.copyItem(atPath: home.folder.path("k"), toPath: home.folder.path("base"))
      return home
    }

    private static func reset(_ home: KeychainHome) throws {
      try FileManager.default.removeItem(atPath: home.folder.path("k"))
      try FileManager.default.copyItem(atPath: home.folder.path("base"), toPath: home.folder.path("k"))
    }

    /// Compares the keychain with its state before or after a change; only the latter will do when it was acknowledged.
    private static func check(
      _ home: KeychainHome, _ change: Change, isAcknowledged: Bool, _ comment: Comment
    ) throws {
      #expect(try home.run(["verify"] + access).status == 0, comment)
      let items = try home.run(["list"] + access).output.split(separator: "\n").count
      let values = try ["i0", "i5", "i11"].map { try home.run(["get", $0] + access).output }
      let isAfter = items == change.count && values == ["val0", change.fifth, change.eleventh]
      let isBefore = items == count && values == ["val0", "val5", "val11"]
      #expect(isAfter || isBefore && !isAcknowledged, "\(comment): \(items) items, \(values)")
    }

    /// Whether system calls of a program can be made to fail here.
    private static let canInject: Bool = {
      guard let strace = Program.find("strace"), let folder = try? TemporaryFolder(),
        let probe = try? Program(strace, ["-o", "/dev/null", "true"], in: folder)
      else { return false }
      return (try? probe.wait().status) == 0
    }()

    @Test(.enabled(if: canInject, "strace cannot trace here"), arguments: changes)
    func aDiskThatFailsLosesNothing(_ change: Change) throws {
      let home = try Self.home()
      var random = SplitMix(state: Seed.value)
      let faults = [
        ("fdatasync", "EIO"), ("pwrite64", "EIO"), ("pwrite64", "ENOSPC"), ("ftruncate", "EIO"),
        ("ftruncate", "ENOSPC"),
      ]
      let moments = ["1", "2", "3", "5", "8", "1+"]
      for (call, error) in faults {
        for moment in Self.isDeep ? moments : [moments.randomElement(using: &random) ?? "1"] {
          try Self.reset(home)
          try home.folder.write("over", to: "value")
          let words = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)"]
          let program = try Program(
            try #require(Program.find("strace")),
            words + ["-e", "inject=\(call):error=\(error):when=\(moment)", Omamori.path, "keychain"]
              + change.words + Self.access, in: home.folder, environment: home.environment, input: "value")
          let ended = try program.wait(seconds: 60)
          let comment: Comment = "\(call) \(error) \(moment): \(ended.status) \(ended.errors)"
          #expect([0, 3].contains(ended.status), comment)
          try Self.check(home, change, isAcknowledged: ended.status == 0, comment)
        }
      }
    }

    @Test(arguments: changes) func aKilledCommandLosesNothing(_ change: Change) throws {
      let home = try Self.home()
      try home.folder.write("over", to: "value")
      var random = SplitMix(state: Seed.value)
      var killed = 0
      // A command takes about this long; a run that is over before its moment says that it was acknowledged.
      var window = 60_000.0
      var runs = 0
      // On a busy machine a command may be over before this process is woken; then it is killed earlier.
      while runs < (Self.isDeep ? 150 : 4) || killed == 0 && runs < 60 {
        runs += 1
        try Self.reset(home)
        let program = try Program(
          Omamori.path, ["keychain"] + change.words + Self.access, in: home.folder,
          environment: home.environment, input: "value")
        usleep(UInt32.random(in: 0...UInt32(window), using: &random))
        program.signal(SIGKILL)
        let status = try program.wait().status
        if status == -SIGKILL { killed += 1 } else { window *= 0.9 }
        #expect([0, -SIGKILL].contains(status))
        try Self.check(home, change, isAcknowledged: status == 0, "killed: \(status)")
      }
      #expect(killed > 0)
    }

    /// Whether this process may give another one a disk of its own.
    private static let mountsDisks: Bool = {
      guard let folder = try? TemporaryFolder(), let unshare = Program.find("unshare"),
        let probe = try? Program(unshare, ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], in: folder)
      else { return false }
      return (try? probe.wait().status) == 0
    }()

    /// Fills a disk until nothing can be stored, and makes room by removing items.
    @Test(.enabled(if: mountsDisks, "only root may mount a disk"))
    func itemsCanBeRemovedOnAFullDisk() throws {
      let home = try KeychainHome(isEmpty: true)
      // The disk is there for these commands alone, and ends with them.
      let script = """
        set -eu
        mkdir disk && mount -t tmpfs -o size=1536k,mode=700 tmpfs disk
        k() { "$0" keychain "$@" --keychain disk/k --key-file key; }
        "$0" keychain init --keychain disk/k --key-file key
        head -c 20000 /dev/zero > value
        count=0
        while k set $count --value-file value 2> full; do count=$((count + 1)); done
        echo stored $count
        # Others take what is left.
        dd if=/dev/zero of=disk/other bs=512 2> /dev/null || true
        for number in $(seq 0 $((count - 1))); do k remove $number || echo failed $number; done
        k verify > /dev/null
        for number in 1 2 3; do k set $number --value-file value || echo failed $number; done
        # Files that only an open keychain needs are gone when others take everything.
        umount disk && mount -t tmpfs -o size=1536k,mode=700 tmpfs disk
        "$0" keychain init --keychain disk/k --key-file key
        for number in 1 2 3; do k set $number --value-file value; done
        dd if=/dev/zero of=disk/other bs=512 2> /dev/null || true
        if [ -e disk/k/keychain.db-shm ]; then echo failed to close; fi
        k get 1 > /dev/null || echo failed to read
        for number in 1 2 3; do k remove $number || echo failed $number; done
        """
      let program = try Program(
        try #require(Program.find("unshare")), ["-m", "/bin/sh", "-c", script, Omamori.path], in: home.folder,
        environment: home.environment)
      let ended = try program.wait(seconds: 120)
      #expect(ended.status == 0 && ended.output.hasPrefix("stored "), "\(ended.errors)")
      #expect(!ended.output.contains("failed") && !ended.output.contains("stored 0\n"), "\(ended.output)")
      #expect(try home.folder.read("full").contains("disk is full"))
    }
  }
}
