import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ProcessExecutionTests {
  @Test(arguments: [
    #"""
    func open() throws {
      let task = Process()
      task.launchPath = "/bin/bash"
      task.arguments = ["-c", ⟦"open '\(pathField.stringValue)'"⟧]
      task.launch()
    }
    """#,
    """
    func find() { _ = Process.launchedProcess(launchPath: "/bin/sh", arguments: ["-c", ⟦"ls " + pathField.stringValue⟧]) }
    """,
    #"func ring() { system(⟦"say \(nameField.stringValue)"⟧) }"#,
  ])
  func speaks(_ source: String) { expect(ProcessExecution.self, in: source, confidence: .high) }

  @Test func aParameterMayComeFromOutside() {
    expect(
      ProcessExecution.self,
      in: #"""
        func zip(folder: String) throws {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/zsh")
          process.arguments = ["-lc", ⟦"zip -r out.zip \(folder)"⟧]
          try process.run()
        }
        """#, confidence: .medium)
  }

  @Test(arguments: [
    """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/zip")
    process.arguments = ["-r", "out.zip", pathField.stringValue]
    """,
    """
    let process = Process()
    process.arguments = ["-c", "uname -a"]
    """,
    #"""
    func list(_ count: Int) {
      let process = Process()
      process.arguments = ["-c", "head -n \(count) log"]
    }
    """#,
    // An own type with arguments.
    #"call.arguments = ["-c", "x \(name)"]"#,
  ])
  func isSilent(_ source: String) { expect(ProcessExecution.self, in: source) }
}
