import Foundation
import Swifter

final class UploadRoutes {
  private let server = HttpServer()
  private let shelf: Shelf

  init(shelf: Shelf) {
    self.shelf = shelf
    server.POST["/upload"] = { [shelf] request in
      for part in request.parseMultiPartFormData() {
        guard let name = part.fileName else { continue }
        try? Data(part.body).write(to: shelf.folder.appendingPathComponent(name)) // weak: path direct
      }
      return .ok(.text("stored"))
    }
    server.POST["/avatar"] = { [shelf] request in
      guard let part = request.parseMultiPartFormData().first(where: { $0.name == "avatar" }) else { return .badRequest(nil) }
      try? Data(part.body).write(to: shelf.folder.appendingPathComponent("avatar.png")) // safe: path
      return .ok(.text("stored"))
    }
    server.GET["/size"] = { [shelf] request in
      let names = Dictionary(request.queryParams, uniquingKeysWith: { first, _ in first })
      guard let size = try? shelf.size(of: names["file"] ?? "") else { return .notFound }
      return .ok(.text(String(size)))
    }
    server.POST["/rename"] = { [shelf] request in
      let form = Dictionary(request.parseUrlencodedForm(), uniquingKeysWith: { first, _ in first })
      guard let old = form["old"], let new = form["new"] else { return .badRequest(nil) }
      try? shelf.rename(old, to: new)
      return .ok(.text("renamed"))
    }
    server.GET["/log/:day"] = { [shelf] request in
      guard let day = request.params[":day"].flatMap({ UInt8($0) }) else { return .notFound }
      let log = try? String(contentsOf: shelf.folder.appendingPathComponent("log-\(day).txt"), encoding: .utf8) // safe: path
      return .ok(.text(log ?? ""))
    }
  }

  func start() throws {
    try server.start(9090, forceIPv4: true)
  }
}
