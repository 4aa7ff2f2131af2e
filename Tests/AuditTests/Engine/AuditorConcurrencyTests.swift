import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Auditing on many threads gives what auditing on one gives, and ends early when it is told to.
@Suite struct AuditorConcurrencyTests {
  /// A tree in which every file has something to say, or cannot be read.
  private static let files: [SourceFile] = (0..<60).map { number in
    let name = "App/File\(number)"
    return switch number % 5 {
    case 0:
      file(
        "\(name).swift",
        """
        import CryptoKit
        let digest\(number) = Insecure.MD5.hash(data: Data(password.utf8))
        let address\(number) = URL(string: "http://bank\(number).example.com/login")
        """)
    case 1:
      file(
        "\(name).swift",
        """
        func save\(number)(_ password: String) {
          UserDefaults.standard.set(password, forKey: "password")
        }
        """)
    case 2: file("\(name).plist", ProjectFixture.plist("<key>A</key><string>\(number)</string>"))
    case 3: file("\(name).plist", "<plist><dict><key>broken")
    default: file("\(name).swift", "struct Plain\(number) { func (((")
    }
  }

  private static func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: path, contents: Array(text.utf8))
  }

  private static let inventory = Inventory(
    target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout(files),
    files: files, others: [], skipped: [])

  private func audit(jobs: Int) async throws -> AuditReport {
    try await Auditor(options: Auditor.Options(jobs: jobs)).audit(Self.inventory)
  }

  @Test func theNumberOfJobsDoesNotShow() async throws {
    let alone = try await audit(jobs: 1)
    #expect(alone.findings.count >= 24, "two kinds of file have at least one finding each")
    #expect(alone.skipped.count == 12, "the broken property lists")
    #expect(alone.files.parseErrors.count == 12, "the broken sources")
    for jobs in 2...8 {
      let together = try await audit(jobs: jobs)
      #expect(together.findings == alone.findings, "\(jobs) jobs")
      #expect(together.evidence == alone.evidence, "\(jobs) jobs")
      #expect(together.skipped == alone.skipped, "\(jobs) jobs")
      #expect(together.files == alone.files, "\(jobs) jobs")
      #expect(together.inputs == alone.inputs, "\(jobs) jobs")
    }
  }

  /// Files that are looked at again because of each other: constants of constants, and values passed between files.
  private static let linked = Inventory(
    target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout([]),
    files: (0..<16).flatMap { number in
      [
        file("App/Keys\(number).swift", "enum Keys\(number) { static let a = Base\(number).b + \"_token\" }"),
        file("App/Base\(number).swift", "enum Base\(number) { static let b = \"access\" }"),
        file(
          "App/Store\(number).swift",
          """
          struct Store\(number) {
            func keep\(number)(_ v: String) { UserDefaults.standard.set(v, forKey: Keys\(number).a) }
            func pass\(number)(_ v: String) { UserDefaults.standard.set(v, forKey: "last") }
          }
          """),
        file("App/User\(number).swift", "func u\(number)() { store\(number).pass\(number)(password) }"),
      ]
    }, others: [], skipped: [])

  @Test func theNumberOfJobsDoesNotShowBetweenFiles() async throws {
    let alone = try await Auditor(options: Auditor.Options(jobs: 1)).audit(Self.linked)
    let stored = alone.findings.filter { $0.rule == PreferencesSecret.metadata.id }
    #expect(stored.count == 32, "by the name of the entry and by what is passed")
    #expect(stored.count { Set($0.flow.map(\.file)).count == 2 } == 16, "ways that lead through two files")
    for jobs in 2...8 {
      let together = try await Auditor(options: Auditor.Options(jobs: jobs)).audit(Self.linked)
      #expect(together.findings == alone.findings, "\(jobs) jobs")
      #expect(together.evidence == alone.evidence, "\(jobs) jobs")
    }
  }

  @Test func auditsAtTheSameTimeDoNotMeet() async throws {
    let alone = try await audit(jobs: 1).findings
    try await withThrowingTaskGroup(of: [Finding].self) { group in
      for jobs in 1...4 { group.addTask { try await self.audit(jobs: jobs).findings } }
      for try await findings in group { #expect(findings == alone) }
    }
  }

  @Test(arguments: [1, 8]) func progressReachesEveryNumberOnce(jobs: Int) async throws {
    let seen = Protected<[Int]>([])
    _ = try await Auditor(options: Auditor.Options(jobs: jobs)).audit(Self.inventory) { done, all in
      if all == Self.files.count { seen.withLock { $0.append(done) } }
    }
    #expect(seen.current.sorted() == Array(1...Self.files.count))
  }

  @Test(arguments: [1, 2, 8]) func cancellingEndsItEarly(jobs: Int) async {
    let done = Protected(0)
    let running = Protected<Task<Int, any Error>?>(nil)
    let (start, starter) = AsyncStream.makeStream(of: Never.self)
    let task = Task {
      for await _ in start {}
      return try await Auditor(options: Auditor.Options(jobs: jobs)).audit(Self.inventory) { _, _ in
        let count = done.withLock { done in
          done += 1
          return done
        }
        if count == 5 { running.current?.cancel() }
      }
      .findings.count
    }
    running.withLock { $0 = task }
    starter.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(done.current < Self.files.count)
  }
}
