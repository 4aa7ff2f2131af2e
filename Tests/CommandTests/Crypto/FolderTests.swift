import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// Folders that are encrypted as archives, and archives that are made to harm whoever unpacks them.
  @Suite("Folders", .timeLimit(.minutes(5)), .serialized) struct FolderTests {
    private static let makeTree = """
      set -e
      umask 022
      mkdir -p tree/sub/deep tree/empty tree/closed 'tree/with space'
      printf one > tree/one
      printf two > tree/sub/two; chmod 750 tree/sub/two
      printf three > "tree/with space/日本語 ファイル"
      printf four > tree/$'latin-\\xe9'
      printf five > tree/sub/deep/$(printf 'n%.0s' {1..200})
      head -c 300000 /dev/zero > tree/zeros
      ln -s sub/two tree/link
      ln -s ../one tree/sub/up
      touch -d 2001-02-03T04:05:06Z tree/one tree/sub
      chmod 500 tree/closed
      """

    /// What a folder holds: names, kinds, permissions, times and contents.
    private static func list(_ name: String) -> String {
      "(cd \(name); find . -printf '%p %y %m %T@ %l\\n' | sed 's/[.][0-9]\\{6,\\}//' | grep -v ' l ' | LC_ALL=C sort; "
        + "find . -type l -printf '%p %l\\n' | LC_ALL=C sort; find . -type f -exec sha256sum {} + | LC_ALL=C sort)"
    }

    @Test(arguments: ["omamori", "age"], ["", "/"]) func roundTrip(format: String, slash: String) throws {
      let box = try CryptoSandbox()
      #expect(try box.shell(Self.makeTree).status == 0)
      let made = try box.run(
        "encrypt", "--format", format, "-r", box.recipient, "tree\(slash)", "-o", "secret")
      #expect(made.status == 0, "\(made.errors)")
      let opened = try box.run("decrypt", "-i", "key", "secret", "--extract", "copy\(slash)")
      #expect(opened.status == 0, "\(opened.errors)")
      let lists = try ["tree", "copy"].map { try box.shell(Self.list($0)).output }
      #expect(lists[0] == lists[1])
      #expect(lists[0].contains("日本語"))
      #expect(try box.folder.names() == ["copy", "key", "password", "secret", "tree"])
      // The same folder gives the same archive.
      let archives = try box.shell(
        """
        omamori decrypt -i key secret | sha256sum; omamori encrypt -r $R tree | omamori decrypt -i key | sha256sum
        chmod -R u+rwx tree copy
        """)
      #expect(Set(archives.output.split(separator: "\n")).count == 1)
    }

    @Test(.enabled(if: Program.find("tar") != nil, "tar is not installed")) func tarReadsAndWritesTheSame()
      throws
    {
      let box = try CryptoSandbox()
      let ended = try box.shell(
        """
        \(Self.makeTree)
        omamori encrypt -r $R tree | omamori decrypt -i key > tree.tar
        mkdir by-tar; tar -xf tree.tar -C by-tar 2> warnings
        diff -r --no-dereference tree by-tar
        tar -cf other.tar -C tree .
        omamori encrypt -r $R other.tar -o secret
        omamori decrypt -i key secret --extract by-us
        diff -r --no-dereference tree by-us
        chmod -R u+rwx tree by-tar by-us
        """)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output == "")
    }

    @Test func specialFilesAreLeftOutAndNamed() throws {
      let box = try CryptoSandbox()
      #expect(try box.shell("mkdir tree; mkfifo tree/pipe; echo x > tree/file").status == 0)
      let made = try box.run("encrypt", "-r", box.recipient, "tree", "-o", "secret")
      #expect(made.status == 0)
      #expect(made.errors.contains("'tree/pipe' is left out"))
      #expect(try box.run("decrypt", "-i", "key", "secret", "--extract", "copy").status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: box.folder.path("copy")) == ["file"])
    }

    @Test func theArchiveIsNotInTheFolder() throws {
      let box = try CryptoSandbox()
      try box.folder.write("x", to: "tree/file")
      for output in ["tree/secret", "tree/../tree/secret"] {
        #expect(try box.run("encrypt", "-r", box.recipient, "tree", "-o", output).status == 2)
      }
      #expect(try box.shell("cd tree; omamori encrypt -r $R . -o ../secret").status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: box.folder.path("tree")) == ["file"])
    }

    @Test func nothingIsReplaced() throws {
      let box = try CryptoSandbox()
      try box.folder.write("x", to: "tree/file")
      try box.folder.write("old", to: "there/file")
      try box.folder.write("old", to: "file")
      #expect(try box.run("encrypt", "-r", box.recipient, "tree", "-o", "secret").status == 0)
      for place in ["there", "file"] {
        let ended = try box.run("decrypt", "-i", "key", "secret", "--extract", place)
        #expect(ended.status == 2)
        #expect(ended.errors.contains("already exists"))
      }
      #expect(try box.folder.read("there/file") == "old")
      try FileManager.default.createDirectory(
        atPath: box.folder.path("empty"), withIntermediateDirectories: false)
      #expect(try box.run("decrypt", "-i", "key", "secret", "--extract", "empty").status == 0)
      #expect(try box.folder.read("empty/file") == "x")
    }

    @Test func damageLeavesNoFolder() throws {
      let box = try CryptoSandbox()
      try box.writeNoise(400_000, to: "tree/a")
      try box.writeNoise(400_000, to: "tree/b")
      #expect(try box.run("encrypt", "-r", box.recipient, "tree", "-o", "secret").status == 0)
      var bytes = try box.bytes("secret")
      try box.folder.write(bytes.dropLast(50_000), to: "cut")
      bytes[bytes.count - 40_000] ^= 1
      try box.folder.write(bytes, to: "changed")
      #expect(try box.run("encrypt", "-r", box.recipient, "tree/a", "-o", "no-archive").status == 0)
      #expect(try box.run("keygen", "-o", "other").status == 0)
      let names = try box.folder.names()
      for (name, key, status) in [
        ("cut", "key", 2), ("changed", "key", 2), ("secret", "other", 1), ("no-archive", "key", 2),
      ] {
        let ended = try box.run("decrypt", "-i", key, name, "--extract", "copy")
        #expect(ended.status == Int32(status), "\(name): \(ended.errors)")
        #expect(try box.folder.names() == names)
      }
    }

    @Test(
      .enabled(if: Program.find("python3") != nil, "python3 is not installed"),
      arguments: [
        "[('/abs', F, 'x')]", "[('../up', F, 'x')]", "[('a/../../up', F, 'x')]", "[('a/..', D, '')]",
        "[('link', S, '/tmp')]", "[('link', S, '..')]", "[('d/link', S, '../../up')]",
        "[('d/link', S, 'a/../../..')]",
        "[('d', D, ''), ('l', S, 'd'), ('l/x', F, 'x')]", "[('l', S, '.'), ('l/x', F, 'x')]",
        "[('device', C, '')]", "[('block', B, '')]", "[('pipe', P, '')]",
        "[('hard', L, '/etc/passwd')]", "[('hard', L, '../key')]", "[('hard', L, 'missing')]",
        "[('a', F, '1'), ('a', F, '2')]", "[('a', F, '1'), ('a/b', F, '2')]", "[('a', D, ''), ('a', F, '2')]",
        "[('n' * 300, F, '')]", "[('d/' * 300 + 'x', F, '')]", "[('.', F, 'x')]", "[('', F, 'x')]",
      ])
    func hostileArchivesAreRefused(entries: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write(Self.writer, to: "write.py")
      let made = try box.shell(
        "python3 write.py evil.tar \"\(entries)\" && omamori encrypt -r $R evil.tar -o evil")
      #expect(made.status == 0, "\(made.errors)")
      let names = try box.folder.names()
      let ended = try box.run("decrypt", "-i", "key", "evil", "--extract", "copy")
      #expect(ended.status == 2, "\(ended.errors)")
      #expect(ended.errors.contains("error: the "), "\(ended.errors)")
      #expect(try box.folder.names() == names)
    }

    @Test(.enabled(if: Program.find("python3") != nil, "python3 is not installed"))
    func rightsOfOthersAreNotGiven() throws {
      let box = try CryptoSandbox()
      try box.folder.write(Self.writer, to: "write.py")
      let ended = try box.shell(
        """
        set -e
        python3 write.py a.tar "[('d/run', F, 'x'), ('d', D, ''), ('d/same', L, 'd/run'), ('out', S, '/etc')]"
        omamori encrypt -r $R a.tar -o secret
        omamori decrypt -i key secret --extract copy --allow-outside-links
        stat -c '%a %h' copy/d/run copy/d; readlink copy/out
        """)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output == "755 2\n755 2\n/etc\n")
    }

    private static let writer = """
      import io, sys, tarfile
      F, D, S, L, C, B, P = (tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE,
                             tarfile.BLKTYPE, tarfile.FIFOTYPE)
      with tarfile.open(sys.argv[1], "w") as archive:
          for name, kind, text in eval(sys.argv[2]):
              entry = tarfile.TarInfo(name)
              entry.type, entry.mode = kind, 0o7755
              if kind == F:
                  entry.size = len(text)
              else:
                  entry.linkname = text
              archive.addfile(entry, io.BytesIO(text.encode()) if kind == F else None)

      """
  }
}
