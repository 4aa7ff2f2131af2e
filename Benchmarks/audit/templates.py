"""The Swift that the corpus is made of: models, screens, clients and stores of an invented logistics app."""

import random
from collections.abc import Iterator

NOUNS = (
    "Parcel Courier Depot Route Invoice Ticket Station Locker Customer Shipment Vehicle Driver Shift Label "
    "Return Receipt Tariff Zone Pallet Container Manifest Order Basket Coupon Member Lesson Journal Recipe "
    "Harvest Orchard Garden Festival Stage Concert Gallery Exhibit Museum Trail Summit Harbour Ferry Voyage"
).split()
ADJECTIVES = "Daily Urgent Pending Local Remote Shared Archived Planned Scheduled Regional Seasonal Favourite".split()
FIELDS = (
    ("title", "String"), ("note", "String?"), ("weight", "Double"), ("count", "Int"), ("createdAt", "Date"),
    ("updatedAt", "Date?"), ("isOpen", "Bool"), ("tags", "[String]"), ("position", "Int"), ("city", "String"),
    ("street", "String"), ("amount", "Decimal"), ("currency", "String"), ("distance", "Double"), ("owner", "UUID"),
    ("pageToken", "String?"), ("colour", "String"), ("capacity", "Int"), ("rating", "Double?"), ("photo", "URL?"),
)
SCREEN_TEXTS = (
    "Nothing here yet", "Try again later", "Saved", "Pull to refresh", "Choose a day", "受け取り場所を選ぶ",
    "配達予定はありません", "Delivered this week", "Ask the depot", "Open the map",
)


def feature_name(index: int) -> str:
    """The name of the feature with this number: all pairs of words, then numbered ones."""
    noun = NOUNS[index % len(NOUNS)]
    adjective = ADJECTIVES[index // len(NOUNS) % len(ADJECTIVES)]
    number = index // (len(NOUNS) * len(ADJECTIVES))
    return f"{adjective}{noun}{number or ''}"


def feature(name: str, source: random.Random, files: int) -> Iterator[tuple[str, str]]:
    """The files of one feature."""
    makers = (_model, _client, _view_model, _screen, _controller, _store, _rules, _keychain, _text)
    for maker in makers[:files]:
        kind = maker.__name__.removeprefix("_").title().replace("_", "")
        yield f"{name}{kind}.swift", maker(name, source)


def project(features: int) -> Iterator[tuple[str, str]]:
    """What stands beside the Swift files: settings, texts and a storyboard."""
    yield "App/Info.plist", _plist(
        "<key>CFBundleIdentifier</key><string>example.parcels</string>\n"
        "<key>CFBundlePackageType</key><string>APPL</string>\n"
        "<key>NSCameraUsageDescription</key><string>Scans the label of a parcel.</string>\n"
        "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>\n"
    )
    yield "App/PrivacyInfo.xcprivacy", _plist(
        "<key>NSPrivacyAccessedAPITypes</key><array><dict>\n"
        "<key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>\n"
        "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array>\n"
    )
    texts = (f'"screen.{feature_name(i)}.title" = "{feature_name(i)}";\n' for i in range(features))
    yield "App/en.lproj/Localizable.strings", "".join(texts)
    yield "App/App.swift", (
        "import SwiftUI\n\n@main\nstruct ParcelsApp: App {\n  var body: some Scene {\n"
        "    WindowGroup { DailyParcelScreen(model: DailyParcelViewModel(client: .live)) }\n  }\n}\n"
    )


def _plist(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>\n{body}</dict></plist>\n'


def _fields(source: random.Random) -> list[tuple[str, str]]:
    return source.sample(FIELDS, source.randint(7, 12))


def _model(name: str, source: random.Random) -> str:
    fields = _fields(source)
    properties = "\n".join(f"  /// The {field} that the server keeps.\n  var {field}: {kind}" for field, kind in fields)
    keys = "\n".join(f'    case {field} = "{_snake(field)}"' for field, _ in fields)
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


def _client(name: str, source: random.Random) -> str:
    path = _snake(name)
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


def _view_model(name: str, source: random.Random) -> str:
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


def _screen(name: str, source: random.Random) -> str:
    rows = "\n".join(
        f"""
      Section(header: Text("{source.choice(SCREEN_TEXTS)}")) {{
        ForEach(model.items.prefix({source.randint(3, 40)})) {{ item in
          HStack(spacing: {source.randint(2, 16)}) {{
            Image(systemName: item.isFavourite ? "star.fill" : "star")
              .foregroundColor(.accentColor)
            VStack(alignment: .leading) {{
              Text(verbatim: "\\(item.id)").font(.headline)
              Text("{source.choice(SCREEN_TEXTS)}").font(.caption).foregroundStyle(.secondary)
            }}
            Spacer()
            if let selected, selected == item.id {{ ProgressView() }}
          }}
          .padding(.vertical, {source.randint(2, 12)})
          .onTapGesture {{ withAnimation {{ selected = item.id }} }}
        }}
      }}"""
        for _ in range(source.randint(2, 5))
    )
    return f"""import SwiftUI

struct {name}Screen: View {{
  @StateObject var model: {name}ViewModel
  @State private var selected: UUID?
  @AppStorage("{_snake(name)}.sort") private var sort = "title"
  @Environment(\\.dismiss) private var dismiss

  var body: some View {{
    List {{{rows}
    }}
    .listStyle(.insetGrouped)
    .navigationTitle("screen.{name}.title")
    .searchable(text: $model.query)
    .refreshable {{ await model.load() }}
    .task {{ await model.load() }}
    .alert("{source.choice(SCREEN_TEXTS)}", isPresented: .constant(model.failure != nil)) {{
      Button("OK", role: .cancel) {{ model.failure = nil }}
    }} message: {{
      Text(model.failure ?? "")
    }}
    .toolbar {{
      ToolbarItem(placement: .primaryAction) {{
        Menu {{
          Button("Title") {{ sort = "title" }}
          Button("Date") {{ sort = "date" }}
        }} label: {{
          Label("Sort", systemImage: "arrow.up.arrow.down")
        }}
      }}
    }}
  }}
}}
"""


def _controller(name: str, source: random.Random) -> str:
    columns = "\n".join(
        f"""
  private lazy var label{index}: UILabel = {{
    let label = UILabel()
    label.font = .preferredFont(forTextStyle: .body)
    label.numberOfLines = {source.randint(0, 3)}
    label.text = NSLocalizedString("{source.choice(SCREEN_TEXTS)}", comment: "{name}")
    label.translatesAutoresizingMaskIntoConstraints = false
    return label
  }}()"""
        for index in range(source.randint(3, 6))
    )
    secret = '\n    NSLog("password=%@", passwordField.text ?? "")' if source.random() < 0.04 else ""
    return f"""import UIKit

class {name}DetailViewController: UIViewController, UITableViewDelegate, UITableViewDataSource {{
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let passwordField = UITextField()
  private var sections: [[String: Any]] = []
  var onClose: ((Bool) -> Void)?
{columns}

  override func viewDidLoad() {{
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.{source.randint(1, 9)}, green: 0.{source.randint(1, 9)}, blue: 0.5, alpha: 1)
    passwordField.isSecureTextEntry = true
    tableView.delegate = self
    tableView.dataSource = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "{name}Cell")
    view.addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: {source.randint(0, 24)}),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    NotificationCenter.default.addObserver(
      self, selector: #selector(reload(_:)), name: Notification.Name("{name}Changed"), object: nil)
  }}

  @objc func reload(_ notification: Notification) {{
    guard let info = notification.userInfo as? [String: Any], let rows = info["rows"] as? [[String: Any]] else {{
      return
    }}
    sections = rows{secret}
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.{source.randint(1, 9)}) {{ [weak self] in
      self?.tableView.reloadData()
    }}
  }}

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {{ sections.count }}

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {{
    let cell = tableView.dequeueReusableCell(withIdentifier: "{name}Cell", for: indexPath)
    let row = sections[indexPath.row]
    cell.textLabel?.text = (row["title"] as? String) ?? "–"
    cell.detailTextLabel?.text = String(format: "%.1f kg", (row["weight"] as? Double) ?? 0)
    cell.accessoryType = indexPath.row % 2 == 0 ? .disclosureIndicator : .none
    return cell
  }}

  deinit {{ NotificationCenter.default.removeObserver(self) }}
}}
"""


def _store(name: str, source: random.Random) -> str:
    table = _snake(name)
    fields = [field for field, _ in _fields(source)]
    columns = ", ".join(_snake(field) for field in fields)
    marks = ", ".join("?" for _ in fields)
    return f"""import Foundation
import SQLite3

/// Keeps {name} for use without a network.
final class {name}Store {{
  private var database: OpaquePointer?
  private let queue = DispatchQueue(label: "example.parcels.{table}")
  private let defaults = UserDefaults.standard

  init(folder: URL) throws {{
    let file = folder.appendingPathComponent("{table}.sqlite")
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FILEPROTECTION_COMPLETE
    guard sqlite3_open_v2(file.path, &database, flags, nil) == SQLITE_OK else {{ throw CocoaError(.fileReadUnknown) }}
    try run("CREATE TABLE IF NOT EXISTS {table} (id TEXT PRIMARY KEY, {columns})")
  }}

  func insert(_ values: [String?]) throws {{
    try queue.sync {{
      var statement: OpaquePointer?
      defer {{ sqlite3_finalize(statement) }}
      let sql = "INSERT INTO {table} ({columns}) VALUES ({marks})"
      guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {{ throw CocoaError(.fileWriteUnknown) }}
      for (index, value) in values.enumerated() {{
        if let value {{
          sqlite3_bind_text(statement, Int32(index + 1), value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }} else {{
          sqlite3_bind_null(statement, Int32(index + 1))
        }}
      }}
      guard sqlite3_step(statement) == SQLITE_DONE else {{ throw CocoaError(.fileWriteUnknown) }}
    }}
    defaults.set(Date(), forKey: "{table}.changed")
    defaults.set(values.count, forKey: "{table}.count")
  }}

  func removeAll() throws {{
    try queue.sync {{ try run("DELETE FROM {table}") }}
    defaults.removeObject(forKey: "{table}.changed")
  }}

  private func run(_ sql: String) throws {{
    var message: UnsafeMutablePointer<CChar>?
    guard sqlite3_exec(database, sql, nil, nil, &message) == SQLITE_OK else {{
      sqlite3_free(message)
      throw CocoaError(.fileWriteUnknown)
    }}
  }}

  deinit {{ sqlite3_close(database) }}
}}
"""


def _rules(name: str, source: random.Random) -> str:
    checks = "\n".join(
        f"""
  static func fee{index}(_ weight: Double, _ distance: Double, isUrgent: Bool) -> Decimal {{
    let base = Decimal({source.randint(100, 900)}) / 100
    let perKilogram = Decimal(weight) * Decimal({source.randint(5, 60)}) / 100
    let perKilometre = Decimal(distance) * Decimal({source.randint(1, 30)}) / 1000
    let sum = base + perKilogram + (distance > {source.randint(50, 400)} ? perKilometre : 0)
    guard isUrgent else {{ return sum }}
    return sum * {source.randint(2, 4)} - (weight < {source.randint(1, 20)} ? 1 : 0)
  }}"""
        for index in range(source.randint(4, 9))
    )
    table = ",\n".join(
        f'    "{zone}{index}": ({source.randint(1, 99)}, {source.randint(1, 99)}.{source.randint(0, 9)})'
        for index, zone in enumerate(source.choices(("north", "south", "east", "west"), k=source.randint(6, 16)))
    )
    return f"""import Foundation

/// What sending a {name} costs.
enum {name}Tariff {{
  static let zones: [String: (days: Int, fee: Double)] = [
{table},
  ]
{checks}

  static func summary(_ locale: Locale = .current) -> String {{
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .currency
    return zones.sorted {{ $0.value.days < $1.value.days }}
      .map {{ "\\($0.key): \\(formatter.string(from: NSNumber(value: $0.value.fee)) ?? "?")" }}
      .joined(separator: ", ")
  }}
}}
"""


def _keychain(name: str, source: random.Random) -> str:
    accessible = "" if source.random() < 0.1 else "\n      kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,"
    digest = "Insecure.MD5" if source.random() < 0.05 else "SHA256"
    return f"""import CryptoKit
import Foundation
import Security

/// Keeps the credentials of the {name} service in the Keychain.
struct {name}Vault {{
  private let service = "example.parcels.{_snake(name)}"

  func save(_ credential: Data, for account: String) throws {{
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,{accessible}
    ]
    SecItemDelete(query as CFDictionary)
    query[kSecValueData as String] = credential
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess else {{ throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }}
  }}

  func load(_ account: String) throws -> Data? {{
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
      kSecReturnData as String: true,
      kSecMatchLimit as String: kSecMatchLimitOne,
    ]
    var item: CFTypeRef?
    switch SecItemCopyMatching(query as CFDictionary, &item) {{
    case errSecSuccess: return item as? Data
    case errSecItemNotFound: return nil
    case let status: throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }}
  }}

  func seal(_ text: Data, with key: SymmetricKey) throws -> Data {{
    guard let sealed = try AES.GCM.seal(text, using: key).combined else {{ throw CocoaError(.coderInvalidValue) }}
    return sealed
  }}

  func fingerprint(of document: Data) -> String {{
    {digest}.hash(data: document).map {{ String(format: "%02x", $0) }}.joined()
  }}
}}
"""


def _text(name: str, source: random.Random) -> str:
    cases = "\n".join(
        f'  static let text{index} = NSLocalizedString("{_snake(name)}.{index}", value: "{source.choice(SCREEN_TEXTS)}", comment: "")'
        for index in range(source.randint(15, 45))
    )
    return f"""import Foundation

/// The texts of {name}.
enum {name}Text {{
{cases}

  static func amount(_ count: Int) -> String {{
    String.localizedStringWithFormat(NSLocalizedString("{_snake(name)}.amount", comment: ""), count)
  }}
}}
"""


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
