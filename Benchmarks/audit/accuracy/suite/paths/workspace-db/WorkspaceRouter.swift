import Foundation
import SwiftUI

struct Workspace: Hashable {
  let slug: String
  let region: String
  let number: Int
}

enum Region: String, CaseIterable {
  case eu, us, apac
}

@MainActor
final class WorkspaceRouter: ObservableObject {
  @Published var current: Workspace?
  private let databases = DatabaseFactory()

  func open(_ url: URL) throws {
    guard let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems else { return }
    let values = items.reduce(into: [String: String]()) { $0[$1.name] = $1.value }
    let workspace = Workspace(
      slug: values["slug"] ?? "", region: values["region"] ?? "eu", number: Int(values["number"] ?? "") ?? 0)
    current = workspace
    _ = try databases.queue(for: workspace)
    _ = try databases.archive(for: workspace)
    _ = try databases.settings(for: workspace)
  }
}

struct WorkspaceScene: View {
  @StateObject private var router = WorkspaceRouter()

  var body: some View {
    Text(router.current?.slug ?? "No workspace")
      .onOpenURL { try? router.open($0) }
  }
}
