import OmamoriATS
import Testing

@Suite struct OpenStepPropertyListTests {
  func read(_ text: String) throws -> PropertyListDocument { try PropertyListReader.read(Array(text.utf8)) }

  @Test func projectFile() throws {
    let document = try read(
      """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objects = {
          13B07F96 /* Release */ = {
            isa = XCBuildConfiguration;
            buildSettings = {
              "LD_RUNPATH[sdk=iphone*]" = ("$(inherited)", '@executable_path/Frameworks', );
              PATH_TO = $(SRCROOT);
            };
          };
        };
      }
      """.replacing("$(SRCROOT)", with: "a/b-c.d")
    )
    let settings = try #require(document.root.value(at: ["objects", "13B07F96", "buildSettings"]))
    #expect(
      settings["LD_RUNPATH[sdk=iphone*]"]?.array?.map(\.string) == [
        "$(inherited)", "@executable_path/Frameworks",
      ]
    )
    #expect(settings["PATH_TO"]?.string == "a/b-c.d")
    #expect(settings.dictionary?.entries[1].keyRange?.start == TextPosition(line: 9, column: 9))
    #expect(document.comments.map(\.text) == [" !$*UTF8*$!", " Release "])
    #expect(document.format == .openStep)
    #expect(document.root["archiveVersion"]?.string == "1")
  }

  @Test func stringTable() throws {
    let document = try read(
      #"""
      /* Camera */
      "NSCameraUsageDescription" = "写真を撮ります\n\"now\" \U65E5\UD83D\UDD11 \101";
      NSFaceIDUsageDescription = "unlock";
      alone;
      alone = twice;
      """#
    )
    #expect(document.root["NSCameraUsageDescription"]?.string == "写真を撮ります\n\"now\" 日🔑 A")
    #expect(document.root["NSFaceIDUsageDescription"]?.string == "unlock")
    #expect(document.root["alone"]?.string == "twice")
    #expect(document.duplicates.map(\.key) == ["alone"])
  }

  @Test func dataAndOtherRoots() throws {
    #expect(try read("{ d = <01 ab\nFF>; }").root["d"]?.data == [1, 0xAB, 0xFF])
    #expect(try read("( a, (b), {} )").root.array?.count == 3)
    #expect(try read("/* only a comment */").root.dictionary?.entries.isEmpty == true)
  }

  @Test(
    "Malformed files are refused",
    arguments: [
      "", "  \n", "word", "\"text\"", "{", "{ a = 1 }", "{ a = ; }", "{ a = 1; ", "( a b )", "(a", "\"open",
      "a = <1>;", "a = <0g>;", "a b",
      "\"\\UD800\" = 1;", "\"\\UD800\\U0041\" = 1;", "\"\\UZZZZ\" = 1;", "\"\\377\" = 1;", "\"\\0\" = 1;",
      "/* open",
      "\"\\", "{ (a) = 1; }", "}", "a = 1;;", "\"\\U000", "\u{0}",
    ]
  )
  func malformed(_ text: String) {
    #expect(throws: PropertyListError.self) { try read(text) }
  }

  @Test func depthIsBounded() {
    #expect(throws: PropertyListError.tooDeep(limit: 64, at: .text(TextPosition(line: 1, column: 65)))) {
      try read(String(repeating: "(", count: 500_000))
    }
    #expect(throws: PropertyListError.self) { try read(String(repeating: "{a=", count: 500_000)) }
  }
}
