import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A literal password, key or token in a call.
struct HardcodedCredentialArgument: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-credential-argument",
    title: LocalizedText("Hard-coded credential in a call", ja: "呼び出しに直接書かれた認証情報"),
    why: LocalizedText(
      """
      The literal is in every copy of the app and readable with `strings`. Whoever extracts it can make the same call \
      with the same rights.
      """,
      ja: """
        リテラルは配布されるすべてのアプリに含まれ、strings コマンドで読み取れます。取り出した者は同じ権限で同じ呼び出しを行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Pass a value that belongs to the signed-in user and is read with Keychain.value(for:), or let your server make the \
        call; revoke the literal that has shipped.
        """,
        ja: """
          サインインした利用者に属する値を Keychain.value(for:) で読み出して渡すか、サーバー側で呼び出してください。\
          配布済みのリテラルは失効させてください。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: #"request.setValue("tk-5b7e0c94d1aa42", forHTTPHeaderField: "X-Api-Key")"#,
      good: #"request.setValue(try keychain.get("api"), forHTTPHeaderField: "X-Api-Key")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for argument in CredentialArgument.all(in: source) where !Self.elsewhere.contains(argument.call.name) {
      let (call, name) = (argument.call, argument.name)
      for part in source.constantParts(of: argument.value, in: call.scope) {
        if let name = part.reference, SensitiveLexicon.meaning(of: name) == .secret { continue }
        guard let literal = CredentialLiteral(part.text, name: name),
          literal.strength == .strong || (argument.isSure && literal.strength == .plausible),
          ProviderTokens.first(in: part.text) == nil, !source.isMadeUp(call.node),
          seen.insert(part.node.utf8Range).inserted
        else { continue }
        let shown = SecretMask.masked(part.text)
        report.add(
          Self.self, at: part.node.utf8Range,
          LocalizedText(
            "`\(call.name)` is given the literal “\(shown)” as “\(name)”.",
            ja: "`\(call.name)` の「\(name)」にリテラル「\(shown)」が渡されています。"),
          confidence: MadeUpPath.holds(source.text.path)
            ? .low : literal.strength == .strong ? .high : .medium,
          secrets: [part.text])
      }
    }
    addCompiledIn(source, &seen, &report)
  }

  /// Passwords that come to an API for signing in, or that open a locked file, by a way of their own: through constants of
  /// other files, helpers and parameters.
  private func addCompiledIn(
    _ source: SwiftSource, _ seen: inout Set<Range<Int>>, _ report: inout FileReport
  ) {
    for use in CryptoUse.all(in: source) where use.kind == .authentication {
      guard let argument = use.arguments[.password],
        let constant = use.data(.password, in: source).first(where: { !$0.isEmpty }),
        constant.value.string.map({ !NotASecret.contains($0, name: "password") }) ?? true,
        !source.isMadeUp(argument), seen.insert(argument.utf8Range).inserted
      else { continue }
      add(use.name, constant, at: use.place(.password, in: source), &report)
    }
    addBasicHeaders(source, &seen, &report)
    guard source.facts.references["kSecImportExportPassphrase"] != nil else { return }
    for entry in source.facts.entries {
      guard let key = entry.key, NamePath.last(of: SequenceParts.of(key)[0]) == "kSecImportExportPassphrase"
      else { continue }
      addImport(entry.value, entry.scope, source, &seen, &report)
    }
    for assignment in source.facts.assignments {
      guard let access = assignment.target.as(SubscriptCallExprSyntax.self),
        access.arguments.first.flatMap({ NamePath.last(of: SequenceParts.of($0.expression)[0]) })
          == "kSecImportExportPassphrase"
      else { continue }
      addImport(assignment.value, assignment.scope, source, &seen, &report)
    }
  }

  private func addImport(
    _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ seen: inout Set<Range<Int>>,
    _ report: inout FileReport
  ) {
    guard let constant = source.constants(reaching: value, in: scope).first(where: { !$0.isEmpty }),
      !source.isMadeUp(value), seen.insert(value.utf8Range).inserted
    else { return }
    let function = source.facts.enclosing(.function, of: scope) ?? scope
    let place = source.facts.calls("SecPKCS12Import", in: function).first?.range ?? value.utf8Range
    add("SecPKCS12Import", constant, at: place, &report)
  }

  /// `"Basic " + Data("name:password".utf8).base64EncodedString()` in a header.
  private func addBasicHeaders(
    _ source: SwiftSource, _ seen: inout Set<Range<Int>>, _ report: inout FileReport
  ) {
    var values = ["forHTTPHeaderField", "name"].flatMap { label in
      source.facts.calls(labelled: label).filter { isAuthorization($0.argument(label), $0.scope, source) }
        .compactMap { call in
          call.arguments.first { $0.label == nil || $0.label == "value" }.map { ($0.value, call.scope) }
        }
    }
    values += source.facts.entries.filter { isAuthorization($0.key, $0.scope, source) }.map {
      ($0.value, $0.scope)
    }
    values += source.facts.assignments.compactMap { assignment in
      guard let access = assignment.target.as(SubscriptCallExprSyntax.self),
        isAuthorization(access.arguments.first?.expression, assignment.scope, source)
      else { return nil }
      return (assignment.value, assignment.scope)
    }
    for (value, scope) in values {
      guard value.as(StringLiteralExprSyntax.self)?.knownText == nil,
        let constant = source.constants(reaching: value, in: scope).first(where: { !$0.isEmpty }),
        !constant.isFromBundle, !source.isMadeUp(value), seen.insert(value.utf8Range).inserted
      else { continue }
      add("the Authorization header", constant, at: value.utf8Range, &report)
    }
  }

  private func isAuthorization(_ key: ExprSyntax?, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let key else { return false }
    if let literal = key.as(StringLiteralExprSyntax.self) {
      return literal.knownText?.lowercased().hasSuffix("authorization") ?? false
    }
    guard NamePath.last(of: key)?.lowercased().contains("authorization") == true else { return false }
    return source.fold(key, in: scope).string?.lowercased().hasSuffix("authorization") ?? false
  }

  private func add(
    _ name: String, _ constant: KnownConstant, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The password given to \(name) is a constant of the program, so everyone who has the app can sign in with it; ask for it or fetch it at run time, and revoke this one.",
        ja: "\(name) に渡されるパスワードはプログラム中の定数で、アプリを持つ誰もが利用できます。利用者に尋ねるか実行時に取得し、この値は失効させてください。"),
      related: constant.steps, secrets: constant.secrets)
  }

  /// Calls that other rules look at, and texts for people.
  private static let elsewhere: Set = [
    "URLQueryItem", "URLCredential", "Text", "Label", "TextField", "SecureField", "NSLocalizedString",
    "Button",
    "LocalizedStringKey", "LocalizedStringResource", "print", "debugPrint", "NSLog", "fatalError",
    "precondition",
    "assert", "UIAlertController", "accessibilityLabel", "accessibilityIdentifier",
  ]
}

extension HardcodedCredentialArgument: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test, source.text.context != .example else { return }
    for use in CCryptoUse.all(in: source) where use.kind == .authentication {
      // A literal that stands in the message is found by its name.
      guard let argument = use.arguments[.password], let constant = use.constant(.password, in: source),
        constant.isData, !constant.isEmpty, !argument.overlaps(constant.tokens) || constant.text == nil
      else { continue }
      add(use.name, constant.known(source, besides: argument), at: use.place(.password, in: source), &report)
    }
  }
}
