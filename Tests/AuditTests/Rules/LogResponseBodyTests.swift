import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogResponseBodyTests {
  @Test(arguments: [
    "⟦print(request.allHTTPHeaderFields ?? [:])⟧", #"⟦print("body: \(request.httpBody!)")⟧"#,
    "⟦NSLog(\"%@\", HTTPCookieStorage.shared.cookies!)⟧", "⟦debugPrint(response)⟧",
    """
    session.dataTask(with: url) { data, response, error in
      ⟦print(String(data: data!, encoding: .utf8)!)⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(LogResponseBody.self, in: source, severity: .low) }

  @Test(arguments: [
    "print(response.statusCode)", "print(String(data: data, encoding: .utf8)!)", "print(request.httpMethod!)",
    "import os\nlogger.debug(\"\\(request.httpBody!)\")", "#if DEBUG\nprint(request.httpBody!)\n#endif",
    #"print("response received")"#,
  ])
  func isSilent(_ source: String) { expect(LogResponseBody.self, in: source) }
}
