import Foundation

final class OpfParser: NSObject, XMLParserDelegate {
  private let package: EpubPackage
  private(set) var chapters: [String] = []
  private(set) var cover: Data?
  private(set) var contents: Data?

  init(package: EpubPackage) {
    self.package = package
  }

  func parser(_ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
              attributes: [String: String] = [:]) {
    guard element == "item", let href = attributes["href"] else { return }
    switch attributes["media-type"] {
    case "image/jpeg":
      cover = try? Data(contentsOf: package.folder.appendingPathComponent(href)) // weak: path direct
    case "application/x-dtbncx+xml":
      contents = try? Data(contentsOf: package.folder.appendingPathComponent("toc.ncx")) // safe: path
    case "application/xhtml+xml" where package.entries.contains(href):
      chapters.append(href)
    default: break
    }
  }

  func text(ofChapter index: Int) -> String? {
    guard chapters.indices.contains(index) else { return nil }
    return try? String(contentsOf: package.folder.appendingPathComponent("\(index).xhtml"), encoding: .utf8) // safe: path
  }
}
