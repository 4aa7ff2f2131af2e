import Foundation
import OmamoriReport
import Testing

@testable import OmamoriScanner

/// A second look at files costs as much as the first, so few files may need one.
@Suite struct LooksTests {
  /// An app of many files as people write them: models, screens, clients and helpers that use each other's types.
  private static func files(_ count: Int) -> [String: String] {
    var files = [
      "Keys.swift": """
      enum Keys { static let theme = "theme", entry = "access_token" }
      enum Endpoints { static let base = "https://api.tsukimi.example" }
      """,
      "Queries.swift": """
      enum Queries {
        static func base(_ name: String) -> [CFString: Any] { [kSecClass: kSecClassGenericPassword, kSecAttrAccount: name] }
      }
      """,
    ]
    for index in 0..<count {
      let other = (index * 7 + 3) % count
      switch index % 16 {
      case 0, 8, 12:
        files["Model\(index).swift"] = """
          struct Model\(index): Codable, Identifiable {
            let id: Int
            var title: String
            var notes: [String] = []
            var summary: String { notes.joined(separator: ", ") }
            func renamed(to title: String) -> Model\(index) { Model\(index)(id: id, title: title, notes: notes) }
          }
          """
      case 1, 9, 13:
        files["Screen\(index).swift"] = """
          import SwiftUI
          struct Screen\(index): View {
            @State private var text = ""
            let store: Store\(other)
            var body: some View {
              VStack { TextField("Title", text: $text); Button("Save") { store.save(text) } }
            }
          }
          """
      case 2:
        files["Client\(index).swift"] = """
          final class Client\(index) {
            private let session = URLSession.shared
            func load(page: Int) async throws -> [Model\(other)] {
              let url = URL(string: Endpoints.base + "/pages/\\(page)")!
              let (data, _) = try await session.data(from: url)
              return try JSONDecoder().decode([Model\(other)].self, from: data)
            }
          }
          """
      case 3, 10, 14:
        files["Store\(index).swift"] = """
          final class Store\(index) {
            private var items: [String] = []
            func save(_ item: String) { items.append(item); changed() }
            func remove(at index: Int) { items.remove(at: index); changed() }
            private func changed() { NotificationCenter.default.post(name: .init("changed\(index)"), object: nil) }
          }
          """
      case 4, 11:
        files["Format\(index).swift"] = """
          enum Format\(index) {
            static func text(of count: Int) -> String { count == 1 ? "one" : String(count) }
            static func padded(_ text: String) -> String { text.padding(toLength: 20, withPad: " ", startingAt: 0) }
          }
          """
      case 5:
        files["Preferences\(index).swift"] = """
          struct Preferences\(index) {
            var theme: String { UserDefaults.standard.string(forKey: Keys.theme) ?? "light" }
            func choose(_ theme: String) { UserDefaults.standard.set(theme, forKey: "theme\(index)") }
          }
          """
      case 6:
        files["Controller\(index).swift"] = """
          import UIKit
          final class Controller\(index): UIViewController {
            @IBOutlet var nameField: UITextField!
            override func viewDidLoad() { super.viewDidLoad(); title = Format\(other).text(of: 3) }
            @IBAction func save(_ sender: Any) { Store\(other)().save(nameField.text ?? "") }
          }
          """
      default:
        files["Work\(index).swift"] = """
          func work\(index)(_ values: [Double]) -> Double {
            let sum = values.reduce(0, +)
            guard !values.isEmpty else { return 0 }
            return (sum / Double(values.count)).rounded()
          }
          """
      }
    }
    return files
  }

  private func looks(_ files: [SourceFile]) async throws -> Int {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let first = files.map { auditor.audit($0) }
    return try await Looks(auditor: auditor).complete(first) { auditor, places in
      places.map { auditor.audit(files[$0]) }
    }
    .again
  }

  @Test func fewFilesOfALargeTreeAreLookedAtAgain() async throws {
    let files = Self.files(400).sorted { $0.key < $1.key }
      .map { SourceFile(path: $0.key, contents: Array($0.value.utf8)) }
    let again = try await looks(files)
    #expect(again > 0)
    #expect(again * 5 < files.count, "\(again) of \(files.count)")
  }

  /// The same for code that nobody wrote for this test: libraries of the toolkit's own.
  @Test func fewFilesOfLibrariesAreLookedAtAgain() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var files: [SourceFile] = []
    for library in ["CommandLineKit", "OmamoriATS", "OmamoriCore", "OmamoriDBus", "OmamoriTPM"] {
      let folder = root.appending(path: library).path
      files += try Discovery().inventory(at: folder).files.filter { $0.kind == .swift }
    }
    #expect(files.count > 150)
    let again = try await looks(files)
    #expect(again * 5 < files.count, "\(again) of \(files.count)")
  }
}
