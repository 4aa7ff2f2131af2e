import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Archives made by an independent writer.
@Suite(.enabled(if: Program.areInstalled("python3"))) struct IPATests {
  private static let script = """
    import zipfile, struct, os, plistlib
    def z(n): return zipfile.ZipFile(n, "w", zipfile.ZIP_DEFLATED)
    plist = plistlib.dumps({"CFBundleIdentifier": "test.app", "CFBundleShortVersionString": "1.2"}, fmt=plistlib.FMT_BINARY)
    with z("ok.ipa") as f:
        f.writestr("Payload/App.app/Info.plist", plist)
        f.writestr("Payload/App.app/日本語.txt", "こんにちは" * 500)
        f.writestr("Payload/App.app/App", b"\\xcf\\xfa\\xed\\xfe" + os.urandom(200000))
        f.writestr("Payload/App.app/Frameworks/A.framework/A", b"\\xcf\\xfa\\xed\\xfe" + bytes(2000))
    with z("stream.ipa") as f:
        class NoSeek:
            def __init__(self, f): self.f = f
            def write(self, b): return self.f.write(b)
            def flush(self): self.f.flush()
    raw = open("stream.ipa", "wb")
    with zipfile.ZipFile(NoSeek(raw), "w", zipfile.ZIP_DEFLATED) as f:
        f.writestr("Payload/App.app/Info.plist", plist)
    raw.close()
    with z("bomb.ipa") as f:
        with f.open("Payload/App.app/big", "w", force_zip64=True) as w:
            for _ in range(64): w.write(bytes(1 << 20))
    with z("traversal.ipa") as f: f.writestr("../../etc/cron.d/x", "x")
    with z("link.ipa") as f:
        i = zipfile.ZipInfo("Payload/link"); i.external_attr = 0o120777 << 16; i.create_system = 3
        f.writestr(i, "/etc/passwd")
    good = bytearray(open("ok.ipa", "rb").read())
    end = good.rindex(b"PK\\5\\6"); start = struct.unpack("<I", good[end+16:end+20])[0]
    lie = bytearray(good); lie[start+24:start+28] = struct.pack("<I", 10); open("lie.ipa", "wb").write(lie)
    overlap = bytearray(good); p = start
    for _ in range(4):
        n, x, c = struct.unpack("<HHH", overlap[p+28:p+34]); overlap[p+42:p+46] = bytes(4); p += 46 + n + x + c
    open("overlap.ipa", "wb").write(overlap)
    corrupt = bytearray(good); corrupt[60] ^= 0xff; open("corrupt.ipa", "wb").write(corrupt)
    open("half.ipa", "wb").write(good[:len(good) // 2])
    with z("many.ipa") as f:
        for i in range(100001): f.writestr("Payload/%d" % i, "")
    """

  private func archives() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.python(Self.script)
    return folder
  }

  @Test func anAppInAnArchiveIsReadInPlace() throws {
    let folder = try archives()
    let found = try Discovery().inventory(at: folder.path + "/ok.ipa")
    #expect(found.target.kind == .ipa)
    #expect(found.target.isApp)
    #expect(
      found.files.map(\.path) == [
        "Payload/App.app/App", "Payload/App.app/Frameworks/A.framework/A", "Payload/App.app/Info.plist",
        "Payload/App.app/日本語.txt",
      ])
    #expect(found.files.map(\.kind) == [.machO, .machO, .infoPlist, .text])
    #expect(found.files.map(\.size) == [200_004, 2004, try found.files[2].bytes().count, 7500])
    #expect(try found.files[2].bytes().starts(with: "bplist00".utf8))
    #expect(try found.files[3].text() == String(repeating: "こんにちは", count: 500))
    #expect(try found.files[0].firstBytes(4) == [0xCF, 0xFA, 0xED, 0xFE])
    let streamed = try Discovery().inventory(at: folder.path + "/stream.ipa")
    #expect(try streamed.files.map { try $0.bytes() } == [try found.files[2].bytes()])
  }

  @Test func hostileArchivesAreRefusedAsAWhole() throws {
    let folder = try archives()
    func refusal(_ name: String) -> ArchiveError? {
      do {
        _ = try Discovery().inventory(at: folder.path + "/" + name)
        return nil
      } catch {
        guard case .archive(let refusal) = error else { return nil }
        return refusal
      }
    }
    #expect(refusal("bomb.ipa") == .ratio(.entry("Payload/App.app/big"), limit: 200))
    #expect(refusal("traversal.ipa") == .unsafeName(.entry("../../etc/cron.d/x")))
    #expect(refusal("link.ipa") == .special(.entry("Payload/link")))
    #expect(refusal("lie.ipa") == .headersDiffer(.entry("Payload/App.app/Info.plist")))
    #expect(refusal("overlap.ipa") == .overlap(.entry("Payload/App.app/日本語.txt")))
    #expect(refusal("half.ipa") == .notAnArchive)
    #expect(refusal("many.ipa") == .tooManyEntries(limit: 100_000))
  }

  @Test func corruptDataIsListedWhenItIsRead() throws {
    let folder = try archives()
    let found = try Discovery().inventory(at: folder.path + "/corrupt.ipa")
    let plist = try #require(found.files.first { $0.kind == .infoPlist })
    let failure = #expect(throws: FileReadFailure.self) { try plist.bytes() }
    #expect(failure?.skipped.reason == .malformed)
  }
}
