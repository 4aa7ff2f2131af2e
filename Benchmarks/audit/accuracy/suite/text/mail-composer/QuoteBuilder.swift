import Foundation

struct IncomingMail: Decodable {
  let from: String
  let messageID: String
  let html: String
  let note: String
}

struct QuoteBuilder {
  private let filter = HTMLFilter()

  func subject(for mail: IncomingMail) -> String {
    let title = mail.html.firstMatch(of: #/<title>([^<]{1,200})</title>/#.ignoresCase()) // safe: regex-tag
    return "Fwd: " + (title.map { HTMLText.flattened(String($0.1)) } ?? HTMLText.flattened(mail.from))
  }

  func hasValidID(_ mail: IncomingMail) -> Bool {
    let predicate = NSPredicate(format: "SELF MATCHES %@", "<[^<>@ ]{1,64}@[^<>@ ]{1,255}>") // safe: regex-tag
    return predicate.evaluate(with: mail.messageID)
  }

  func quote(_ mail: IncomingMail) -> String {
    var body = filter.cleaned(mail.html)
    body = body.replacingOccurrences(of: HTMLFilter.frames, with: "", options: [.regularExpression, .caseInsensitive])
    let header = "<p>" + HTMLText.escaped(mail.from) + " wrote:</p>"
    return header + "<blockquote>" + body + "</blockquote><p>" + HTMLText.escaped(mail.note) + "</p>"
  }
}
