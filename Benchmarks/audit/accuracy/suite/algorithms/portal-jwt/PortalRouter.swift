import Foundation
import SwiftJWT
import UIKit

final class PortalRouter {
  private let tokens: PortalTokens
  private let navigation: UINavigationController
  private let doors: DoorController

  init(tokens: PortalTokens, navigation: UINavigationController, doors: DoorController) {
    self.tokens = tokens
    self.navigation = navigation
    self.doors = doors
  }

  func open(_ link: URL) throws {
    guard let token = fragment(of: link) else { return }
    if try tokens.claims(from: token).admin {
      navigation.pushViewController(AdminViewController(), animated: true)
    }
  }

  func openReports(_ link: URL) throws {
    guard let token = fragment(of: link), try tokens.checkedClaims(from: token).admin else { return }
    navigation.pushViewController(AdminViewController(), animated: false)
  }

  func openDoors(_ serialization: String, hardened: Bool) throws {
    let grant = try hardened ? tokens.checkedGrant(from: serialization) : tokens.grant(from: serialization)
    if grant.until > .now { grant.doors.forEach(doors.unlock) }
  }

  func acceptSession(_ token: String, headerAlgorithm: String) throws -> Bool {
    let jwt = try JWT<PortalClaims>(jwtString: token, verifier: try tokens.verifier(forHeader: headerAlgorithm))
    return jwt.claims.admin
  }

  func tokenCount(in links: [URL]) -> Int {
    links.compactMap(fragment).filter { $0.split(separator: ".").count == 3 }.count // safe: jwt
  }

  private func fragment(of link: URL) -> String? {
    link.fragment?.removingPercentEncoding
  }
}

final class AdminViewController: UIViewController {}

final class DoorController {
  private(set) var open: Set<Int> = []
  func unlock(_ door: Int) { open.insert(door) }
}
