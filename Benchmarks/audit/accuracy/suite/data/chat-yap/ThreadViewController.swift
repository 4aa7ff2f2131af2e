import Network
import UIKit

private struct Greeting: Decodable {
  let name: String
  let order: String
  let limit: Int
}

final class ThreadViewController: UIViewController, UITextFieldDelegate {
  private let finder: MessageFinder
  private var keys: [String] = []

  init(finder: MessageFinder) {
    self.finder = finder
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    let people = (textField.text ?? "").split(separator: "@").map(String.init)
    keys = finder.keys(mentioning: people)
    return true
  }

  func listen(on connection: NWConnection) {
    connection.receiveMessage { [weak self] data, _, _, _ in
      guard let self, let data, let greeting = try? JSONDecoder().decode(Greeting.self, from: data) else { return }
      self.keys = self.finder.keys(sender: greeting.name)
      self.keys += self.finder.keys(sender: greeting.name, after: .distantPast)
      self.keys += self.finder.keys(unreadBy: greeting.name, order: greeting.order)
      self.keys += self.finder.latest(limit: greeting.limit)
    }
  }
}
