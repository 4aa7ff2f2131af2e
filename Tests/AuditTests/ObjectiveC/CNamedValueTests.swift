import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a name is given is looked up by the name and the function, however often the file gives it something.
@Suite struct CNamedValueTests {
  private let source = ObjectiveCSource(
    TextSource(
      path: "A.m",
      bytes: Array(
        """
        static NSString *const shared = @"outside";
        void once(void) {
          NSString *own = @"inside";
          use(own, shared, missing);
        }
        void twice(char *given) {
          char *own = "first";
          own = "second";
          box.own = "of a box";
          own[1] = 'x';
          use(own, shared, given);
        }
        """.utf8)))

  @Test func valuesAreCountedForEachFunction() throws {
    #expect(source.values(of: "own", in: nil) == nil)
    #expect(source.values(of: "own", in: 0)?.count == 1)
    let twice = try #require(source.values(of: "own", in: 1))
    #expect(twice.count == 2 && source.quote(twice.first.value) == "\"first\"")
    #expect(source.values(of: "shared", in: nil)?.count == 1 && source.values(of: "shared", in: 0) == nil)
  }

  @Test func whatIsGivenOnceIsKnown() {
    let values = source.calls("use").map { call in
      call.arguments.map { source.value($0, in: call.function) }
    }
    #expect(
      values == [
        [.string("inside"), .string("outside"), .symbol("missing")], [nil, .string("outside"), nil],
      ])
  }
}
