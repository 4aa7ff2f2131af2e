import Foundation

enum NoteLink {
  case open(String)
  case append(name: String, text: String)
  case page(Int)
  case duplicate(String)
}

extension NoteLink {
  init?(_ url: URL) {
    guard url.scheme == "quicknotes", let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    let name = components.queryItems?.first { $0.name == "note" }?.value ?? ""
    switch url.host {
    case "open": self = .open(name)
    case "append": self = .append(name: name, text: components.fragment ?? "")
    case "page": self = .page(Int(name) ?? 1)
    case "duplicate": self = .duplicate(name)
    default: return nil
    }
  }
}

struct NotesFolder {
  let url: URL

  func text(at path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8) // weak: path file
  }

  func path(of name: String) -> String {
    url.appendingPathComponent(name).appendingPathExtension("md").path
  }

  func append(_ text: String, toPage page: Int) throws {
    let handle = try FileHandle(forUpdating: url.appendingPathComponent("page-\(page).md")) // safe: path
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  func sanitized(_ title: String) -> String {
    let allowed = CharacterSet.alphanumerics.union(.whitespaces)
    return String(String.UnicodeScalarView(title.unicodeScalars.filter(allowed.contains)))
  }
}
