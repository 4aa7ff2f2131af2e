import OmamoriCore
import OmamoriReport

extension KeychainAccessibleMissing: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for call in source.calls("SecItemAdd").prefix(ObjectiveCSource.closeLooks) where call.arguments.count == 2
    {
      let place = source.bytes(of: call.tokens)
      report.note(
        .keychainUse, at: place,
        LocalizedText("An item is added to the Keychain.", ja: "Keychain に項目を追加しています。"))
      guard let query = source.dictionary(call.arguments[0], in: call.function) else { continue }
      let access = query["kSecAttrAccessible"].flatMap { source.value($0.value, in: $0.function)?.symbol }
      if query["kSecAttrAccessControl"] != nil || access?.hasSuffix("ThisDeviceOnly") == true {
        report.note(
          .keychainProtected, at: place,
          LocalizedText("The item is bound to this device.", ja: "項目はこの端末に限定されています。"))
      }
      let kind = query["kSecClass"].flatMap { source.value($0.value, in: $0.function)?.symbol }
      guard !query.isOpen, query["kSecAttrAccessible"] == nil, query["kSecAttrAccessControl"] == nil,
        kind != "kSecClassCertificate", kind != "kSecClassIdentity",
        ["kSecValueData", "kSecValueRef", "kSecAttrAccount"].contains(where: { query[$0] != nil })
      else { continue }
      let account = query["kSecAttrAccount"].flatMap { source.value($0.value, in: $0.function)?.string }
      report.add(
        Self.self, at: place,
        LocalizedText(
          "SecItemAdd stores \(account.map { "“\($0)”" } ?? "an item") without kSecAttrAccessible or kSecAttrAccessControl.",
          ja:
            "SecItemAdd が\(account.map { "「\($0)」" } ?? "項目")を kSecAttrAccessible も kSecAttrAccessControl もなしに保存しています。"
        ))
    }
  }
}
