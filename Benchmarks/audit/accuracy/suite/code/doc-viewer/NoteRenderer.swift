import Foundation
import Ink
import Mustache
import SwiftSoup

struct NoteRenderer {
  private let parser = MarkdownParser()

  func markdownPage(_ note: NoteDocument) -> String {
    "<main>" + parser.html(from: note.text) + "</main>"
  }

  func cleanedPage(_ note: NoteDocument) throws -> String {
    let body = try SwiftSoup.clean(parser.html(from: note.text), Whitelist.basic()) ?? ""
    return "<main>\(body)</main>"
  }

  func printout(_ note: NoteDocument) throws -> String {
    let template = try Template(string: "<h1>{{title}}</h1><div>{{{text}}}</div>")
    return try template.render(["title": note.title, "text": note.text])
  }

  func cover(_ note: NoteDocument) throws -> String {
    let template = try Template(string: "<h1>{{title}}</h1><footer>{{length}}</footer>")
    return try template.render(["title": note.title, "length": note.text.count] as [String: Any])
  }

  func outline(_ note: NoteDocument) -> String {
    let lines = note.text.split(separator: "\n").filter { $0.hasPrefix("#") }
    let depth = lines.map { $0.prefix { $0 == "#" }.count }
    return "<ol>" + depth.map { "<li value='\($0)'></li>" }.joined() + "</ol>"
  }
}
