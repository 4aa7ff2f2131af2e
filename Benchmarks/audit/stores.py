"""Swift that keeps data: databases, rules and the Keychain; and texts."""

import random

from audit.words import SCREEN_TEXTS, some_fields, snake


def store(name: str, source: random.Random) -> str:
    table = snake(name)
    fields = [field for field, _ in some_fields(source)]
    columns = ", ".join(snake(field) for field in fields)
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


def rules(name: str, source: random.Random) -> str:
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


def keychain(name: str, source: random.Random) -> str:
    accessible = "" if source.random() < 0.1 else "\n      kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,"
    digest = "Insecure.MD5" if source.random() < 0.05 else "SHA256"
    return f"""import CryptoKit
import Foundation
import Security

/// Keeps the credentials of the {name} service in the Keychain.
struct {name}Vault {{
  private let service = "example.parcels.{snake(name)}"

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


def text(name: str, source: random.Random) -> str:
    cases = "\n".join(
        f'  static let text{index} = NSLocalizedString("{snake(name)}.{index}", value: "{source.choice(SCREEN_TEXTS)}", comment: "")'
        for index in range(source.randint(15, 45))
    )
    return f"""import Foundation

/// The texts of {name}.
enum {name}Text {{
{cases}

  static func amount(_ count: Int) -> String {{
    String.localizedStringWithFormat(NSLocalizedString("{snake(name)}.amount", comment: ""), count)
  }}
}}
"""
