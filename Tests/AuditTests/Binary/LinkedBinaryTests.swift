import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What compilers and linkers really write: both readers agree on it, and the rules say what was done.
@Suite(.enabled(if: AppleLinker.isThere)) struct LinkedBinaryTests {
  private static let program = """
    int printf(const char *, ...);
    char *fgets(char *, int, void *);
    extern void *__stdinp;
    char *strcpy(char *, const char *);
    static __attribute__((noinline)) void shout(const char *text) {
      char copy[64];
      strcpy(copy, text);
      printf("%s\\n", copy);
    }
    int main(int count, char **values) {
      char line[128];
      while (fgets(line, 128, __stdinp)) shout(line);
      return count;
    }
    """

  private func ids(_ bytes: [UInt8]) throws -> Set<String> {
    let source = try MachOSource(path: "App", bytes: bytes)
    var report = FileReport(TextSource(path: "App", bytes: []))
    for rule in RuleCatalog.binary { rule.check(source, &report) }
    return Set(report.findings.map(\.rule.rawValue))
  }

  @Test(arguments: [AppleLinker.Target.phone, .desktop, .newDesktop])
  func aProgramThatIsBuiltAsUsualIsSilent(target: AppleLinker.Target) throws {
    let linker = try AppleLinker()
    let bytes = try linker.link(
      Self.program, for: target, compiling: ["-fstack-protector-strong"],
      linking: ["-rpath", "@executable_path/Frameworks"])
    #expect(try ids(bytes).isEmpty)
    let image = try #require(try MachOSource(path: "App", bytes: bytes).images.first)
    #expect(image.slice.problems.isEmpty)
    #expect(image.imports.contains("___stack_chk_fail") && image.imports.contains("_fgets"))
  }

  @Test func whatTheToolsAreToldToLeaveOutIsFound() throws {
    let linker = try AppleLinker()
    let weak = try linker.link(
      Self.program, for: .desktop, compiling: ["-fno-stack-protector"],
      linking: ["-no_pie", "-rpath", "/Users/kumi/lib"])
    #expect(try ids(weak) == ["binary-no-canary", "binary-no-pie", "binary-rpath-unsafe"])
  }

  @Test(arguments: [true, false]) func objectiveCIsToldByItsClasses(isCounted: Bool) throws {
    let linker = try AppleLinker()
    let source = """
      __attribute__((objc_root_class)) @interface NSObject
      + (id)alloc; - (id)init; - (id)retain; - (void)release; - (id)autorelease; - (void)dealloc;
      @end
      @interface Ledger : NSObject { id entry; }
      - (void)setEntry:(id)value;
      @end
      @implementation Ledger
      """
    let manual = "\n- (void)setEntry:(id)value { [value retain]; [entry release]; entry = value; }\n@end"
    let counted = "\n- (void)setEntry:(id)value { entry = value; }\n@end"
    let bytes = try linker.link(
      source + (isCounted ? counted : manual), language: "objective-c", for: .phone,
      compiling: [isCounted ? "-fobjc-arc" : "-fno-objc-arc", "-fno-objc-convert-messages-to-runtime-calls"],
      linking: ["-dylib"])
    let image = try #require(try MachOSource(path: "Kit", bytes: bytes).images.first)
    #expect(image.objectiveC.classes == [ObjectiveCMetadata.Class(name: "Ledger", isSwift: false)])
    #expect(image.objectiveC.selectors.contains("setEntry:"))
    #expect(try ids(bytes) == (isCounted ? [] : ["binary-no-arc"]))
  }

  /// Chained fixups: names and pointers are found there, too.
  @Test func chainedFixupsAreFollowed() throws {
    let linker = try AppleLinker()
    let source = """
      __attribute__((objc_root_class)) @interface Root + (id)alloc; @end
      @implementation Root + (id)alloc { return 0; } @end
      extern unsigned char *CC_MD5(const void *, unsigned, unsigned char *);
      void *keep = (void *)CC_MD5;
      """
    let bytes = try linker.link(
      source, language: "objective-c", for: .newDesktop, linking: ["-dylib", "-fixup_chains"])
    let image = try #require(try MachOSource(path: "Kit", bytes: bytes).images.first)
    #expect(image.slice.fixups != nil)
    #expect(image.imports.bound.contains("_CC_MD5"))
    #expect(image.objectiveC.classes.map(\.name) == ["Root"])
    #expect(image.slice.weakPrimitives == ["CC_MD5"])
  }

  @Test(.enabled(if: LIEFPeer.isThere)) func bothReadersAgreeOnEverySlice() throws {
    let linker = try AppleLinker()
    let programs = try [AppleLinker.Target.phone, .desktop, .newDesktop].map { target in
      try linker.link(Self.program, for: target, linking: ["-rpath", "@loader_path/../Frameworks"])
    }
    let chained = try linker.link(Self.program, for: .newDesktop, linking: ["-fixup_chains"])
    let fat = MachOBuilder.fat([((0x0100_0007, 3), programs[1]), ((0x0100_000C, 0), programs[2])])
    for (index, bytes) in (programs + [chained, fat]).enumerated() {
      let path = try linker.folder.write("agree-\(index)", bytes: bytes)
      let theirs = try LIEFPeer.slices(ofFileAt: path)
      let ours = try MachOSource(path: path, bytes: bytes).images.map(LIEFPeer.Slice.init)
      #expect(ours == theirs)
      #expect(!ours.isEmpty && ours.allSatisfy { !$0.imports.isEmpty && !$0.bound.isEmpty })
    }
  }
}
