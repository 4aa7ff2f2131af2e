import OmamoriATS
import OmamoriCore

/// Reads and writes Android's Network Security Configuration.
///
/// Nested configurations inherit the pins around them; the configuration for all hosts cannot have pins.
enum NetworkSecurityDocument {
  private struct StatedPins {
    let digests: [Data]
    let others: Int
    let expiry: Date?
  }

  private static let greatestDepth = 16

  static func read(_ bytes: [UInt8]) throws(TransportError) -> PinReading {
    let root = try PropertyListSource.markup(bytes)
    guard root.name == "network-security-config" else {
      throw .malformedDocument(line: root.tagRange.start.line)
    }
    var reading = Reading()
    for element in root.elements {
      switch element.name {
      case "domain-config": try reading.take(element, inheriting: nil, depth: 0)
      case "base-config", "debug-overrides": try reading.noteGlobal(element)
      default: break
      }
    }
    return PinReading(document: try PinDocument(reading.entries), notes: reading.notes)
  }

  private struct Reading {
    var entries: [PinnedHosts] = []
    var notes: [ConversionNote] = []
    private var seen: Set<HostName> = []

    mutating func noteGlobal(_ element: MarkupElement) throws(TransportError) {
      // Android refuses pins for all hosts, too.
      if let set = element.elements(named: "pin-set").first {
        throw .malformedDocument(line: set.tagRange.start.line)
      }
      let kind: ConversionNote.Kind =
        element.elements(named: "trust-anchors").isEmpty ? .otherSettings : .anchors
      note(ConversionNote(kind, .same))
    }

    mutating func take(
      _ element: MarkupElement, inheriting inherited: StatedPins?, depth: Int
    ) throws(TransportError) {
      let line = element.tagRange.start.line
      guard depth < greatestDepth else { throw .malformedDocument(line: line) }
      let sets = element.elements(named: "pin-set")
      guard sets.count <= 1 else { throw .malformedDocument(line: sets.last?.tagRange.start.line) }
      let list = try sets.first.map { set throws(TransportError) in try Self.pins(set) } ?? inherited
      let domains = element.elements(named: "domain")
      guard !domains.isEmpty else { throw .malformedDocument(line: line) }
      for domain in domains { try take(domain: domain, list) }
      if !element.elements(named: "trust-anchors").isEmpty { note(ConversionNote(.anchors, .same)) }
      if element["cleartextTrafficPermitted"] != nil { note(ConversionNote(.otherSettings, .same)) }
      for inner in element.elements(named: "domain-config") {
        try take(inner, inheriting: list, depth: depth + 1)
      }
    }

    private mutating func take(domain: MarkupElement, _ list: StatedPins?) throws(TransportError) {
      let line = domain.tagRange.start.line
      let name = domain.text.split(whereSeparator: { $0 == " " || $0.isNewline || $0 == "\t" })
      guard name.count == 1, entries.count < PinDocument.greatestEntryCount else {
        throw .malformedDocument(line: line)
      }
      let host = try PinList.host(name[0], line: line)
      // Android refuses a configuration with a host in it twice.
      guard seen.insert(host).inserted else { throw .malformedDocument(line: line) }
      let scope: PinnedHosts.Scope =
        try Self.truth(domain["includeSubdomains"], line: line) && !host.isAddress ? .hostAndAll : .host
      let pins = try list.map { list throws(TransportError) in
        try PinList.pins(list.digests)
      }
      // A set without a pin pins nothing on Android.
      let isEmpty = pins?.isEmpty != false
      let entry = try PinnedHosts(
        host, scope: scope, anywhere: isEmpty ? nil : pins, expiry: isEmpty ? nil : list?.expiry)
      entries.append(entry)
      if let list, list.others > 0 { note(ConversionNote(.otherDigest, .same, entry.label)) }
      if entry.pins.count > 1 { note(ConversionNote(.rolesNotStated, .same, entry.label)) }
      if entry.expiry != nil { note(ConversionNote(.expiryUnpins, .same, entry.label)) }
    }

    private mutating func note(_ note: ConversionNote) {
      if !notes.contains(note) { notes.append(note) }
    }

    /// A truth value as Android's compiler of resources reads it.
    private static func truth(_ text: String?, line: Int) throws(TransportError) -> Bool {
      switch text {
      case "true", "True", "TRUE": return true
      case nil, "false", "False", "FALSE": return false
      default: throw .malformedDocument(line: line)
      }
    }

    private static func pins(_ set: MarkupElement) throws(TransportError) -> StatedPins {
      let pins = set.elements(named: "pin").map { pin -> String? in
        guard pin["digest"] == "SHA-256" else { return nil }
        return pin.text.filter { !$0.isWhitespace }
      }
      let (digests, others) = PinList.digests(pins)
      // A set of which nothing can be used pins nothing there; that is not what its author meant.
      guard !digests.isEmpty || others == 0 else {
        throw .malformedDocument(line: set.tagRange.start.line)
      }
      let expiry = try set["expiration"].map { text throws(TransportError) in
        guard let date = GregorianDay(text)?.start else {
          throw TransportError.malformedDocument(line: set.tagRange.start.line)
        }
        return date
      }
      return StatedPins(digests: digests, others: others, expiry: expiry)
    }
  }

  static func text(_ entries: [PinnedHosts]) -> String {
    var lines = [#"<?xml version="1.0" encoding="utf-8"?>"#, "<network-security-config>"]
    for entry in entries {
      lines.append("  <domain-config>")
      lines.append(
        #"    <domain includeSubdomains="\#(entry.scope == .hostAndAll)">\#(entry.host)</domain>"#)
      if let pins = entry.anywhere {
        let expiry = entry.expiry.map { #" expiration="\#(GregorianDay($0).description)""# } ?? ""
        lines.append("    <pin-set\(expiry)>")
        lines += PinList.ordered(pins).map {
          #"      <pin digest="SHA-256">\#($0.base64)</pin>"#
        }
        lines.append("    </pin-set>")
      }
      lines.append("  </domain-config>")
    }
    return (lines + ["</network-security-config>", ""]).joined(separator: "\n")
  }
}
