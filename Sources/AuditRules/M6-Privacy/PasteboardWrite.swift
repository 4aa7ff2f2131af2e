import AuditEngine
import SwiftSyntax

/// Something that is put on a pasteboard, and how long and how far it may be read.
struct PasteboardWrite {
  /// The pasteboard.
  let board: ExprSyntax
  /// What is put on it.
  let value: ExprSyntax
  /// Where it stands.
  let scope: ScopeID
  /// The bytes of the call or assignment.
  let range: Range<Int>
  /// The limits that are set; `nil` when they cannot be followed.
  let limits: Limits?

  /// What keeps a value from other devices and later readers.
  struct Limits {
    /// Whether anything is said about limits at all.
    let areGiven: Bool
    /// Whether the value stays on this device.
    let isLocal: Bool
    /// Whether the value goes away by itself.
    let expires: Bool
    /// Where the limits are written.
    let range: Range<Int>
  }

  /// Names without which a file puts nothing on a pasteboard.
  static let names: Set = ["UIPasteboard", "NSPasteboard"]

  /// Everything that `source` puts on a pasteboard, in the order of the file.
  static func all(in source: SwiftSource) -> [PasteboardWrite] {
    guard
      names.contains(where: { source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil })
    else { return [] }
    let assigned = properties.flatMap { source.facts.assignments(to: $0, in: .file, from: 0) }
      .compactMap { assignment -> PasteboardWrite? in
        guard let board = assignment.target.as(MemberAccessExprSyntax.self)?.base else { return nil }
        return PasteboardWrite(
          board: board, value: assignment.value, scope: assignment.scope, range: assignment.range,
          limits: Limits(areGiven: false, isLocal: false, expires: false, range: assignment.range))
      }
    let called = setters.flatMap { source.facts.calls($0) }.compactMap { call -> PasteboardWrite? in
      guard let board = call.receiver, let value = call.arguments.first?.value else { return nil }
      return PasteboardWrite(
        board: board, value: value, scope: call.scope, range: call.range, limits: limits(of: call, source))
    }
    return (assigned + called).filter { isPasteboard($0.board, $0.scope, source) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether this is the pasteboard that all apps share.
  func isGeneral(_ source: SwiftSource) -> Bool { Self.isGeneral(board, scope, source) }

  /// Whether nothing, or an empty text, is put there: that clears it.
  func isClearing(_ source: SwiftSource) -> Bool {
    if let list = value.as(ArrayExprSyntax.self), list.elements.isEmpty { return true }
    let folded = source.fold(value, in: scope)
    return folded == .none || folded.string?.isEmpty == true
  }

  /// The sensitive value that is put there, if there is one; `[[type: value]]` is looked into.
  func sensitive(_ source: SwiftSource) -> SensitiveValue? {
    if let found = source.sensitive(value, in: scope) { return found }
    let inside = source.facts.entries.filter { value.utf8Range.contains($0.value.utf8Range.lowerBound) }
    return inside.lazy.compactMap { source.sensitive($0.value, in: $0.scope) }.first
  }

  // MARK: Reading the source

  /// `UIPasteboard.general`, or a name for it.
  static func isGeneral(_ board: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let path = NamePath.of(board)
    if path.suffix(2) == ["UIPasteboard", "general"] || path.suffix(2) == ["NSPasteboard", "general"] {
      return true
    }
    guard path.count == 1, let value = source.binding(named: path[0], from: scope)?.value else {
      return false
    }
    return NamePath.of(value).last == "general" && NamePath.of(value).first?.hasSuffix("Pasteboard") == true
  }

  private static func isPasteboard(_ board: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if isGeneral(board, scope, source) { return true }
    if let call = Call(board, scope: scope) {
      return names.contains(call.name) || call.receiverPath.last == "UIPasteboard"
    }
    guard let name = NamePath.last(of: board) else { return false }
    return Words.of(name).contains { ["pasteboard", "clipboard"].contains($0) }
      || source.facts.bindings(name).contains { binding in
        binding.value.flatMap { Call($0, scope: binding.scope) }.map { names.contains($0.name) } ?? false
      }
  }

  private static func limits(of call: Call, _ source: SwiftSource) -> Limits? {
    if let argument = call.argument("options") {
      guard let options = source.dictionary(argument, in: call.scope), !options.hasUnknownAdditions else {
        return nil
      }
      return Limits(
        areGiven: true, isLocal: options["localOnly"].map { $0.boolean != false } ?? false,
        expires: options.contains(anyOf: ["expirationDate"]), range: argument.utf8Range)
    }
    let local = call.argument("localOnly")
    let date = call.argument("expirationDate")
    guard local != nil || date != nil else {
      return Limits(areGiven: false, isLocal: false, expires: false, range: call.range)
    }
    return Limits(
      areGiven: true, isLocal: local.map { source.fold($0, in: call.scope).boolean != false } ?? false,
      expires: date.map { !$0.is(NilLiteralExprSyntax.self) } ?? false, range: call.range)
  }

  private static let properties = ["string", "strings", "url", "urls", "items", "itemProviders"]
  private static let setters = [
    "setValue", "setItems", "addItems", "setString", "setData", "setObjects", "setItemProviders",
  ]
}
