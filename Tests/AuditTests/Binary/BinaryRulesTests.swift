import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Rules about single files of machine code: what is weak fires in every slice, what is normal is silent.
@Suite struct BinaryRulesTests {
  static func changed(_ change: (inout MachOBuilder) -> Void) -> MachOBuilder {
    var builder = MachOBuilder()
    change(&builder)
    return builder
  }

  @Test func aProgramWithoutAnyWeaknessIsSilent() throws {
    var builder = MachOBuilder()
    builder.searchPaths = ["@executable_path/Frameworks", "@loader_path/Frameworks", "/usr/lib/swift"]
    builder.encryption = 0
    builder.symbols = ["_memcpy", "_strlen", "_malloc", "_swift_retain"].map { .imported($0) }
    for rule in RuleCatalog.binary {
      #expect(try findings(of: type(of: rule), in: builder).isEmpty)
      #expect(try findings(of: type(of: rule), in: MachOBuilder.fat([builder, .x86])).isEmpty)
    }
  }

  // MARK: Load address, stack, segments

  @Test func aProgramAtAFixedAddressIsFoundInTheSecondSliceToo() throws {
    let fixed = Self.changed { $0.flags = 0x85 }
    #expect(try findings(of: BinaryNoPIE.self, in: fixed).map(\.severity) == [.high])
    var second = MachOBuilder.x86
    second.flags = 0x85
    let found = try findings(of: BinaryNoPIE.self, in: MachOBuilder.fat([.arm64, second]))
    #expect(found.count == 1 && found[0].message.english.contains("x86_64"))
    for type: UInt32 in [1, 6, 8] {
      let library = Self.changed { ($0.flags, $0.fileType) = (0x85, type) }
      #expect(try findings(of: BinaryNoPIE.self, in: library).isEmpty, "\(type)")
    }
  }

  @Test func aStackThatMayHoldCodeIsFound() throws {
    let builder = Self.changed { $0.flags |= 0x2_0000 }
    #expect(try findings(of: BinaryStackExecutable.self, in: builder).count == 1)
    #expect(try findings(of: BinaryStackExecutable.self, in: MachOBuilder()).isEmpty)
  }

  @Test(arguments: [(7, 7, 1), (3, 7, 1), (3, 3, 0), (5, 5, 0), (1, 3, 0)] as [(UInt32, UInt32, Int)])
  func memoryThatIsWritableAndExecutableIsFound(initial: UInt32, maximum: UInt32, count: Int) throws {
    let sections = [MachOBuilder.Section("__data", [1])]
    let builder = Self.changed {
      $0.segments.append(MachOBuilder.Segment("__DATA", initial, max: maximum, sections))
    }
    let found = try findings(of: BinaryWritableExecutable.self, in: builder)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.confidence == .high })
    var object = builder
    object.fileType = 1
    #expect(try findings(of: BinaryWritableExecutable.self, in: object).isEmpty)
    // The habit of older linkers for Intel is not shown by default; memory that begins so is.
    var intel = builder
    intel.processor = (0x0100_0007, 3)
    let old = try findings(of: BinaryWritableExecutable.self, in: intel)
    #expect(old.map(\.confidence) == (count == 0 ? [] : [initial == 7 ? .high : .low]))
  }

  // MARK: Libraries

  @Test(arguments: [
    ("@executable_path/Frameworks", false), ("@executable_path/../Frameworks", false),
    ("@loader_path", false), ("@loader_path/../../Frameworks", false), ("/usr/lib/swift", false),
    ("/System/Library/Frameworks", false), ("/Users/kumi/build", true), ("/tmp/lib", true), (".", true),
    ("Frameworks", true), ("/usr/local/lib", true), ("/usr/lib/../local", true), ("", true),
    (
      "/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib/swift-5.5/macosx",
      false
    ),
  ])
  func placesThatOthersCanWriteToAreFound(path: String, isUnsafe: Bool) throws {
    let builder = Self.changed { $0.searchPaths = ["@executable_path/Frameworks", path] }
    #expect(try findings(of: BinaryRPathUnsafe.self, in: builder).count == (isUnsafe ? 1 : 0))
    #expect(
      try findings(of: BinaryRPathUnsafe.self, in: MachOBuilder.fat([builder, builder])).count
        == (isUnsafe ? 1 : 0), "one finding for both slices")
  }

  // MARK: Compilers

  @Test(arguments: [
    (["_fgets"], true), (["___strcpy_chk", "_malloc"], true), (["_fgets", "___stack_chk_fail"], false),
    (["_fgets", "___stack_chk_guard"], false), (["_memcpy", "_strlen", "_swift_allocObject"], false),
    ([], false),
  ])
  func buffersOnTheStackWantAGuard(imports: [String], isWeak: Bool) throws {
    let builder = Self.changed { $0.symbols = imports.map { .imported($0) } }
    #expect(try findings(of: BinaryNoCanary.self, in: builder).isEmpty != isWeak)
    var own = builder
    own.symbols.append(.local("___stack_chk_fail"))
    #expect(try findings(of: BinaryNoCanary.self, in: own).isEmpty, "a guard of its own")
    var object = builder
    object.fileType = 1
    #expect(try findings(of: BinaryNoCanary.self, in: object).isEmpty)
  }

  private static func withClass(isSwift: Bool, selectors: [String], imports: [String]) -> MachOBuilder {
    var builder = MachOBuilder()
    builder.add(class: "Ledger", isSwift: isSwift)
    builder.segments[0].sections.append(
      MachOBuilder.Section("__objc_methname", flags: 2, selectors.flatMap { Array($0.utf8) + [0] }))
    builder.symbols = imports.map { .imported($0) }
    return builder
  }

  @Test(
    arguments: [
      (false, ["retain", "release"], [], true), (false, ["autorelease", "release"], ["_objc_msgSend"], true),
      (false, ["retain", "release"], ["_objc_storeStrong"], false), (false, ["setEntry:"], [], false),
      (true, ["retain", "release"], [], false),
    ] as [(Bool, [String], [String], Bool)])
  func countingByHandIsFoundInObjectiveCOnly(
    isSwift: Bool, selectors: [String], imports: [String], isWeak: Bool
  ) throws {
    let builder = Self.withClass(isSwift: isSwift, selectors: selectors, imports: imports)
    let image = try #require(try MachOSource(path: "App", bytes: builder.bytes()).images.first)
    #expect(image.objectiveC.classes == [ObjectiveCMetadata.Class(name: "Ledger", isSwift: isSwift)])
    #expect(try findings(of: BinaryNoARC.self, in: builder).isEmpty != isWeak)
  }

  @Test(arguments: [
    ("_OBJC_CLASS_$_UIWebView", true), ("_SecTrustEvaluate", true), ("_OBJC_CLASS_$_WKWebView", false),
    ("_SecTrustEvaluateWithError", false), ("_OBJC_CLASS_$_SFSafariViewController", false),
  ])
  func interfacesThatWereGivenUpAreFoundByTheirSymbol(symbol: String, isOld: Bool) throws {
    let builder = Self.changed { $0.symbols = [.imported(symbol)] }
    #expect(try findings(of: BinaryDeprecatedAPI.self, in: builder).isEmpty != isOld)
    // The same word among the texts is no use of the interface.
    let spoken = Self.changed { $0.segments[0].sections = [.texts("__cstring", symbol)] }
    #expect(try findings(of: BinaryDeprecatedAPI.self, in: spoken).isEmpty)
  }

  @Test func tlsLibrariesAreFoundByTheirHandshake() throws {
    let builder = Self.changed { $0.symbols = [.imported("_SSL_connect"), .imported("_SSL_do_handshake")] }
    #expect(try findings(of: EmbeddedTLSStack.self, in: builder).map(\.snippet) == ["_SSL_connect"])
    let other = Self.changed { $0.symbols = [.imported("_EVP_sha256"), .local("_SSL_connect")] }
    #expect(try findings(of: EmbeddedTLSStack.self, in: other).isEmpty)
  }

  @Test func oldArchiversAreFoundByTheirSelector() throws {
    let old = Self.withClass(isSwift: true, selectors: ["unarchiveObjectWithData:"], imports: [])
    #expect(try findings(of: BinaryDeprecatedAPI.self, in: old).count == 1)
    let new = Self.withClass(
      isSwift: true, selectors: ["unarchivedObjectOfClass:fromData:error:"], imports: [])
    #expect(try findings(of: BinaryDeprecatedAPI.self, in: new).isEmpty)
  }

  // MARK: Slices

  @Test func slicesThatAreProtectedDifferentlyAreFound() throws {
    func found(_ change: (inout MachOBuilder) -> Void) throws -> [String] {
      let first = Self.changed { $0.signature = .signed() }
      var second = first
      second.processor = (0x0100_0007, 3)
      change(&second)
      return try findings(of: BinarySlicesDiffer.self, in: MachOBuilder.fat([first, second])).map(\.snippet)
    }
    #expect(try found { _ in }.isEmpty)
    #expect(try found { $0.flags = 0x85 } == ["arm64: PIE, x86_64: no PIE"])
    #expect(try found { $0.flags |= 0x2_0000 }.count == 1)
    #expect(try found { $0.signature = nil } == ["arm64: certificate, x86_64: no certificate"])
    #expect(try found { $0.signature = .signed("<key>get-task-allow</key><true/>") }.count == 1)
    #expect(try found { $0.build = (2, 0x11_0000, 0x12_0000) } == ["arm64: 18.0, x86_64: 17.0"])
  }

  /// Linkers sign for Apple's processors alone, and Macs with them begin with version 11.
  @Test func usualDifferencesBetweenProcessorsAreSilent() throws {
    let apple = Self.changed {
      ($0.signature, $0.build) = (.adHoc, (1, 0xB_0000, 0xF_0000))
    }
    let intel = Self.changed {
      ($0.processor, $0.build) = ((0x0100_0007, 3), (1, 0xA_0D00, 0xF_0000))
    }
    #expect(try findings(of: BinarySlicesDiffer.self, in: MachOBuilder.fat([apple, intel])).isEmpty)
    #expect(try findings(of: BinarySlicesDiffer.self, in: apple).isEmpty)
  }
}
