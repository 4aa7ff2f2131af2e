import FlyingFox
import Foundation

struct LibraryServer {
  private let server = HTTPServer(port: 8080)
  private let shelf: Shelf

  init(folder: URL) {
    shelf = Shelf(folder: folder)
  }

  func run() async throws {
    await server.appendRoute("GET /books/:name") { request in
      guard let name = request.routeParameters["name"]?.removingPercentEncoding else { return HTTPResponse(statusCode: .badRequest) }
      return HTTPResponse(statusCode: .ok, body: try shelf.read(name))
    }
    await server.appendRoute("GET /covers/:number") { request in
      guard let number = request.routeParameters["number"].flatMap(Int.init) else { return HTTPResponse(statusCode: .badRequest) }
      let cover = try Data(contentsOf: shelf.folder.appendingPathComponent("covers/\(number).png")) // safe: path
      return HTTPResponse(statusCode: .ok, body: cover)
    }
    await server.appendRoute("PUT /books") { request in
      guard let title = request.query.first(where: { $0.name == "title" })?.value else { return HTTPResponse(statusCode: .badRequest) }
      try await request.bodyData.write(to: shelf.folder.appendingPathComponent(title)) // weak: path direct
      return HTTPResponse(statusCode: .created)
    }
    await server.appendRoute("PUT /notes") { request in
      let title = request.query.first { $0.name == "title" }?.value ?? "untitled"
      let name = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "untitled"
      try await request.bodyData.write(to: shelf.folder.appendingPathComponent("note-" + name)) // safe: path
      return HTTPResponse(statusCode: .created)
    }
    await server.appendRoute("DELETE /books") { request in
      guard let title = request.query.first(where: { $0.name == "title" })?.value else { return HTTPResponse(statusCode: .badRequest) }
      try shelf.delete(title)
      return HTTPResponse(statusCode: .ok)
    }
    try await server.start()
  }
}
