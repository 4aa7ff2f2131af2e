import CommandLineKit
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// Says why an item is not found, in one sentence.
struct ItemDoctor {
  private let arguments: Arguments
  private let handles: KeychainHandles

  init(_ arguments: Arguments, _ handles: KeychainHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Looks for the item where it was asked for, then everywhere else.
  func examine(_ name: String, _ query: ItemQuery) async -> Diagnosis {
    let title = Printable.quote(name)
    do {
      let backend = try await opened()
      guard let backend else {
        return Diagnosis(
          "item", .attention,
          LocalizedText(
            "Whether there is an item \(title) cannot be known while the keychain is locked.",
            ja: "キーチェーンがロックされているため、項目 \(title) の有無はわかりません。"),
          cure: LocalizedText("Run `omamori keychain unlock`.", ja: "`omamori keychain unlock` を実行してください。"))
      }
      if try await !backend.find(query).isEmpty {
        return Diagnosis(
          "item", .good, LocalizedText("The item \(title) is there.", ja: "項目 \(title) はあります。"))
      }
      return try await elsewhere(name, backend)
    } catch let error as KeychainError {
      return Diagnosis("item", error)
    } catch let fault as any ExitCodeProviding {
      return Diagnosis(
        "item", .attention, LocalizedText(fault.message.english, ja: fault.message.japanese),
        cure: fault.hint.map { LocalizedText($0.english, ja: $0.japanese) })
    } catch {
      return Diagnosis("item", KeychainError.cancelled)
    }
  }

  /// The keychain, when it can be opened without asking.
  private func opened() async throws -> (any KeychainBackend)? {
    if let agent = try await handles.agent(arguments) {
      return await agent.lockState() == .unlocked ? agent : nil
    }
    guard try handles.isCredentialGiven(arguments) || StandardKeychain.hasKeyFile else { return nil }
    return try await OpenedFile(arguments, handles).file
  }

  private func elsewhere(_ name: String, _ backend: any KeychainBackend) async throws -> Diagnosis {
    let title = Printable.quote(name)
    for itemClass in [ItemClass.genericPassword, .internetPassword] {
      let query = ItemQuery(itemClass, [.account: .text(name)], synchronizable: .any, limit: .all)
      guard let item = try await backend.find(query).first else { continue }
      let word = ItemClassWord(itemClass).rawValue
      let place = Printable.quote(
        item.attributes.text(itemClass == .genericPassword ? .service : .server) ?? "")
      let group = Printable.quote(item.accessGroup)
      return Diagnosis(
        "item", .attention,
        LocalizedText(
          "The item \(title) is there, but as class \(word), service or server \(place), group \(group).",
          ja: "項目 \(title) は、クラス \(word)、サービスまたはサーバー \(place)、グループ \(group) にあります。"),
        cure: LocalizedText(
          "Name it with --class, --service, --server and --group.",
          ja: "--class、--service、--server、--group で指定してください。"))
    }
    return Diagnosis(
      "item", .attention, LocalizedText("There is no item \(title) at all.", ja: "項目 \(title) はどこにもありません。"),
      cure: LocalizedText("Store it with `omamori keychain set`.", ja: "`omamori keychain set` で保存してください。"))
  }
}
