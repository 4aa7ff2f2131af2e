import OmamoriCore

/// What the browser shows when it has come back; without scripts, and nothing of the request is in it.
enum LoopbackPage {
  /// The whole answer to a callback.
  static func received(_ language: Language) -> [UInt8] {
    let title = text("The answer has arrived", "応答を受け取りました", language)
    let advice = text(
      "You can close this page and go back to the program.", "このページを閉じて、プログラムに戻ってください。", language)
    return page("200 OK", title, advice, language)
  }

  /// The whole answer to a callback that is not of this login.
  static func foreign(_ language: Language) -> [UInt8] {
    let title = text("This is not the answer to the login", "このサインインの応答ではありません", language)
    let advice = text(
      "Nobody was logged in. The program goes on waiting for the answer of the page that it opened.",
      "サインインは行われていません。プログラムは、開いたページからの応答を引き続き待っています。", language)
    return page("400 Refused", title, advice, language)
  }

  /// The whole answer to anything else.
  static func refused(_ status: Int) -> [UInt8] {
    answer(status: "\(status) Refused", type: "text/plain; charset=utf-8", Array("\(status)\n".utf8))
  }

  private static func page(
    _ status: String, _ title: String, _ advice: String, _ language: Language
  ) -> [UInt8] {
    let page = """
      <!doctype html>
      <html lang="\(language == .ja ? "ja" : "en")"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>\(title)</title></head>
      <body style="font-family: sans-serif; margin: 4em auto; max-width: 30em">
      <h1>\(title)</h1><p>\(advice)</p></body></html>

      """
    return answer(status: status, type: "text/html; charset=utf-8", Array(page.utf8))
  }

  private static func answer(status: String, type: String, _ body: [UInt8]) -> [UInt8] {
    let fields = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)", "Connection: close",
      "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; "
        + "base-uri 'none'; form-action 'none'",
    ]
    return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private static func text(_ english: String, _ japanese: String, _ language: Language) -> String {
    LocalizedText(english, ja: japanese)[language]
  }
}

/// The head of a request to the receiver, judged as it comes in; reads bytes, knows no sockets.
struct LoopbackHead {
  /// The greatest size of a head, in bytes.
  static let greatestSize = 40 << 10

  /// What a head means.
  enum Judgement: Equatable {
    /// It is not complete.
    case incomplete
    /// It is something else; the receiver goes on waiting.
    case refused(status: Int)
    /// It is the callback; this is the target with its query.
    case callback(target: String)
  }

  /// The host and port that the request has to be for, which keeps names away that somebody else points here.
  let authority: String
  /// The path of the redirect URI.
  let path: String

  /// Judges what has come so far.
  func judge(_ bytes: [UInt8]) -> Judgement {
    guard let end = Self.endOfHead(bytes) else {
      return bytes.count < Self.greatestSize ? .incomplete : .refused(status: 431)
    }
    guard end <= Self.greatestSize, let text = String(validating: bytes[..<end], as: UTF8.self),
      text.utf8.allSatisfy({ $0 == 0x0D || $0 == 0x0A || $0 == 0x09 || (0x20...0x7E).contains($0) })
    else { return .refused(status: 400) }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let request = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard request.count == 3, request[2] == "HTTP/1.1", let fields = Self.fields(lines.dropFirst()) else {
      return .refused(status: 400)
    }
    guard request[0] == "GET" else { return .refused(status: 405) }
    guard fields["host"] == authority else { return .refused(status: 421) }
    guard Self.isNavigation(fields) else { return .refused(status: 403) }
    let target = request[1]
    guard target.prefix(while: { $0 != "?" }) == path else { return .refused(status: 404) }
    guard target.contains("?"), !target.contains("#") else { return .refused(status: 400) }
    return .callback(target: String(target))
  }

  /// Whether a person's browser goes to the page, as opposed to another page that fetches or frames it; browsers that do
  /// not say are believed.
  private static func isNavigation(_ fields: [String: String]) -> Bool {
    (fields["sec-fetch-mode"] ?? "navigate") == "navigate"
      && (fields["sec-fetch-dest"] ?? "document") == "document" && fields["sec-purpose"] == nil
  }

  /// The fields by their names in lower case; `nil` when one is malformed or comes twice.
  private static func fields(_ lines: ArraySlice<Substring>) -> [String: String]? {
    guard lines.count <= 100 else { return nil }
    var fields: [String: String] = [:]
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " ",
        line.first != "\t"
      else { return nil }
      let name = line[..<colon].lowercased()
      guard !name.contains(" ") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let isFirst = fields.updateValue(String(value), forKey: name) == nil
      guard isFirst || !["host", "sec-fetch-mode", "sec-fetch-dest", "content-length"].contains(name) else {
        return nil
      }
    }
    return fields
  }

  /// Where the empty line is that ends a head.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 0...(bytes.count - 4) where bytes[index] == 0x0D {
      if bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A { return index }
    }
    return nil
  }
}
