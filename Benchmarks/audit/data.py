"""Swift that moves data: models, clients and view models."""

import random

from audit.words import some_fields, snake


def model(name: str, source: random.Random) -> str:
    fields = some_fields(source)
    properties = "\n".join(f"  /// The {field} that the server keeps.\n  var {field}: {kind}" for field, kind in fields)
    keys = "\n".join(f'    case {field} = "{snake(field)}"' for field, _ in fields)
    decoding = "\n".join(
        f"    {field} = try container.decode{'IfPresent' if kind.endswith('?') else ''}"
        f"({kind.removesuffix('?')}.self, forKey: .{field})"
        for field, kind in fields
    )
    sorts = "\n".join(
        f"  static func by{field[0].upper()}{field[1:]}(_ left: {name}, _ right: {name}) -> Bool {{\n"
        f"    left.{field} == right.{field} ? left.id.uuidString < right.id.uuidString : left.{field} < right.{field}\n  }}\n"
        for field, kind in fields
        if kind in ("String", "Int", "Double", "Date")
    )
    return f"""import Foundation

/// A {name} as the server sends it.
struct {name}: Codable, Identifiable, Hashable {{
  let id: UUID
{properties}

  enum CodingKeys: String, CodingKey {{
    case id
{keys}
  }}

  init(from decoder: Decoder) throws {{
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
{decoding}
  }}
}}

extension {name} {{
{sorts}}}

enum {name}State: String, CaseIterable {{
  case draft, waiting, moving, delivered, lost

  var isFinal: Bool {{
    switch self {{
    case .draft, .waiting, .moving: return false
    case .delivered, .lost: return true
    }}
  }}
}}
"""


def client(name: str, source: random.Random) -> str:
    path = snake(name)
    weak = source.random() < 0.05
    scheme = "http" if weak else "https"
    calls = "\n".join(
        f"""
  func {verb}{name}s(page: Int, size: Int = {source.randint(10, 90)}) async throws -> [{name}] {{
    var components = URLComponents(url: base.appendingPathComponent("{path}/{verb}"), resolvingAgainstBaseURL: false)
    components?.queryItems = [
      URLQueryItem(name: "page", value: String(page)), URLQueryItem(name: "size", value: String(size)),
    ]
    guard let url = components?.url else {{ throw {name}ClientError.badAddress }}
    var request = URLRequest(url: url)
    request.httpMethod = "{method}"
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("Bearer \\(try await session.accessToken())", forHTTPHeaderField: "Authorization")
    let (data, response) = try await urlSession.data(for: request)
    guard let http = response as? HTTPURLResponse else {{ throw {name}ClientError.noAnswer }}
    switch http.statusCode {{
    case 200..<300: return try decoder.decode([{name}].self, from: data)
    case 401: throw {name}ClientError.signedOut
    case 404: return []
    default: throw {name}ClientError.status(http.statusCode)
    }}
  }}"""
        for verb, method in (("list", "GET"), ("search", "GET"), ("archive", "POST"), ("move", "PUT"))
    )
    return f"""import Foundation

enum {name}ClientError: Error {{
  case badAddress, noAnswer, signedOut
  case status(Int)
}}

/// Talks to the part of the server that keeps {name}.
final class {name}Client {{
  static let live = {name}Client(base: URL(string: "{scheme}://api.parcels.example/v2")!, session: .shared)

  private let base: URL
  private let session: TokenSession
  private let urlSession = URLSession(configuration: .ephemeral)
  private let decoder = JSONDecoder()

  init(base: URL, session: TokenSession) {{
    self.base = base
    self.session = session
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
  }}
{calls}
}}
"""


def view_model(name: str, source: random.Random) -> str:
    steps = "\n".join(
        f"""
  func step{index}(_ items: [{name}]) -> [{name}] {{
    let limit = max({source.randint(1, 9)}, items.count / {source.randint(2, 7)})
    var seen = Set<UUID>()
    var kept: [{name}] = []
    for item in items where !seen.contains(item.id) {{
      seen.insert(item.id)
      if kept.count >= limit {{ break }}
      if let last = kept.last, last.id == item.id {{ continue }}
      kept.append(item)
    }}
    logger.debug("kept \\(kept.count) of \\(items.count) in step {index}")
    return kept
  }}"""
        for index in range(source.randint(2, 5))
    )
    return f"""import Combine
import Foundation
import os

@MainActor
final class {name}ViewModel: ObservableObject {{
  @Published private(set) var items: [{name}] = []
  @Published private(set) var isLoading = false
  @Published var query = ""
  @Published var failure: String?

  private let client: {name}Client
  private let logger = Logger(subsystem: "example.parcels", category: "{name}")
  private var cancellables: Set<AnyCancellable> = []
  private var page = 0

  init(client: {name}Client) {{
    self.client = client
    $query
      .debounce(for: .milliseconds({source.randint(100, 500)}), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .sink {{ [weak self] text in
        guard let self, !text.isEmpty else {{ return }}
        Task {{ await self.search(for: text) }}
      }}
      .store(in: &cancellables)
  }}

  func load() async {{
    guard !isLoading else {{ return }}
    isLoading = true
    defer {{ isLoading = false }}
    do {{
      let more = try await client.list{name}s(page: page)
      items += step0(more)
      page += 1
    }} catch {{
      failure = "\\(error.localizedDescription) ({name})"
    }}
  }}

  func search(for text: String) async {{
    let found = try? await client.search{name}s(page: 0)
    items = (found ?? []).filter {{ "\\($0)".localizedCaseInsensitiveContains(text) }}
  }}
{steps}
}}
"""
