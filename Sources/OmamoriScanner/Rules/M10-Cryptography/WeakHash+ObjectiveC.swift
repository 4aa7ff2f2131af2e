import OmamoriCore
import OmamoriReport

extension WeakHash: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for name in Self.functions.keys.sorted() where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        check(call, Self.functions[name] ?? "", source, &report)
      }
    }
  }

  private func check(
    _ call: CCall, _ hash: String, _ source: ObjectiveCSource, _ report: inout FileReport
  ) {
    let given = source.assignments.last {
      $0.value.contains(call.tokens.lowerBound) && $0.function == call.function
    }
    let words = source.words(of: call.function).union(Words.of(given?.name ?? ""))
    // A digest handed to an HMAC or a key derivation function is judged there.
    let isPart = source.calls.contains {
      ["HMAC", "HMAC_Init_ex", "PKCS5_PBKDF2_HMAC"].contains($0.name)
        && $0.tokens.contains(call.tokens.lowerBound)
    }
    guard words.isDisjoint(with: Self.fixedByFormat), !words.isSuperset(of: Self.keyIdentifier), !isPart
    else {
      return
    }
    let password = Self.password(of: call, source)
    let isDoubtful = !words.isDisjoint(with: Self.harmless)
    let about = password.map { (" of \"\($0)\"", "「\($0)」の") } ?? ("", "")
    report.add(
      Self.self, at: source.bytes(of: call.tokens),
      LocalizedText(
        "\(call.name) computes \(hash)\(about.0).", ja: "\(call.name) が\(about.1)\(hash) を計算しています。"),
      severity: password == nil ? .medium : .high,
      confidence: password == nil && isDoubtful ? .low : .high)
  }

  /// The password that is hashed: the first argument, or what it was made from in the same function.
  private static func password(of call: CCall, _ source: ObjectiveCSource) -> String? {
    guard var range = call.arguments.first.map(source.bare) else { return nil }
    for _ in 0..<4 {
      for index in range where source.tokens[index].kind == .identifier {
        if CryptoNames.isPassword(ObjectiveCSource.plain(source.tokens[index].text)) {
          return source.tokens[index].text
        }
      }
      guard let name = range.first(where: { source.tokens[$0].kind == .identifier }),
        let made = source.assignments(to: source.tokens[name].text).last(where: {
          $0.function == call.function && $0.target.lowerBound < call.tokens.lowerBound && $0.key == nil
        }), made.value != range
      else { return nil }
      range = made.value
    }
    return nil
  }
}
