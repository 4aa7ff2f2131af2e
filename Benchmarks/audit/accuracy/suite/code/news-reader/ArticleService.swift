import Foundation

struct Article: Decodable {
  let id: Int
  let headline: String
  let byline: String
  let body: String
  let wordCount: Int
}

final class ArticleService {
  private let root = URL(string: "https://api.dailyledger.example")!

  func article(id: Int, completion: @escaping (Result<Article, Error>) -> Void) {
    URLSession.shared.dataTask(with: root.appendingPathComponent("articles/\(id)")) { data, _, error in
      guard let data = data else {
        completion(.failure(error ?? URLError(.badServerResponse)))
        return
      }
      completion(Result { try JSONDecoder().decode(Article.self, from: data) })
    }.resume()
  }

  func correctionNotice() async throws -> String {
    let (data, _) = try await URLSession.shared.data(from: root.appendingPathComponent("notice.txt"))
    return String(decoding: data, as: UTF8.self)
  }
}
