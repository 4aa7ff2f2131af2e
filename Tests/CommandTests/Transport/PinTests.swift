import Foundation
import OmamoriCore
import TestSupport
import Testing

extension TransportCommands {
  /// `omamori pin` with servers.
  struct Pins {
    private let lab: TLSLab

    init() throws { lab = try TLSLab() }

    @Test func fetchesWhatOpenSSLComputes() throws {
      let server = try lab.server("ec")
      let name = "127.0.0.1:\(server.port)"
      let found = try lab.json("pin", "fetch", name, "--anchors", "ca.pem")
      #expect(found[0]?["state"]?.stringValue == "validated")
      #expect(found[0]?["root"]?.stringValue == "Test Root")
      let certificates = found[0]?["certificates"]?.arrayValue ?? []
      #expect(certificates.count == 2)
      for (depth, file) in ["ec", "ca"].enumerated() {
        #expect(certificates[depth]["keyPin"]?.stringValue == "sha256/\(try lab.pin(of: file))")
        let digest = try lab.openssl(["x509", "-in", file + ".pem", "-noout", "-fingerprint", "-sha256"])
        let bytes = digest.output.split(separator: "=").last?.split(separator: ":").compactMap {
          UInt8($0.filter(\.isHexDigit), radix: 16)
        }
        #expect(
          certificates[depth]["certificatePin"]?.stringValue
            == "sha256/\(Data(bytes ?? []).base64EncodedString())")
      }
    }

    @Test func saysPlainlyThatAChainIsUnverified() throws {
      let server = try lab.server("ec")
      let name = "127.0.0.1:\(server.port)"
      let found = try lab.json("pin", "fetch", name, status: 1)
      #expect(found[0]?["state"]?.stringValue == "unverified")
      #expect(found[0]?["validated"]?.boolValue == false)
      #expect(found[0]?["root"] == nil)
      let text = try lab.omamori("pin", "fetch", name)
      #expect(text.status == 1)
      #expect(text.output.hasPrefix("\(name): UNVERIFIED: it may be anybody's\n"))
      // A document that could be shipped is not made of it.
      let document = try lab.omamori("pin", "fetch", name, "--format", "json")
      #expect(document.status == 1)
      #expect(document.output == "")
      #expect(document.errors.contains("is unverified and was left out"))
    }

    @Test func writesADocumentThatIsReadAgain() throws {
      let server = try lab.server("ec")
      for format in ["json", "nspinneddomains", "trustkit", "android", "okhttp", "curl"] {
        let ended = try lab.omamori(
          "pin", "fetch", "server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors", "ca.pem",
          "--format", format)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains(try lab.pin(of: "ec")))
        #expect(ended.errors.contains("there is no backup pin"))
        try lab.folder.write(ended.output, to: "fetched")
        let read = try lab.omamori("pin", "convert", "fetched", "--to", "json", "-q")
        #expect(read.output.contains("\"server.test\""), "\(format): \(read.errors)")
      }
    }

    @Test(arguments: ["certificate", "key", "RSA key", "DER", "digest"])
    func aFetchedDocumentIsSignedOnceAReserveIsAdded(kind: String) throws {
      let server = try lab.server("ec")
      let fetched = try lab.omamori(
        "pin", "fetch", "server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors", "ca.pem",
        "--format", "json")
      #expect(fetched.errors.contains("omamori pin add FILE --backup KEY"))
      try lab.folder.write(fetched.output, to: "fetched.json")
      #expect(try lab.omamori("pin", "keygen", "-o", "signing.txt").status == 0)
      let sign = ["--key", "signing.txt", "--audience", "a", "--sequence", "1"]
      let early = try Program(Omamori.path, ["pin", "sign", "fetched.json"] + sign, in: lab.folder).wait()
      #expect(early.status == 2 && early.errors.contains("omamori pin add FILE --backup KEY"))
      let name = kind == "RSA key" ? "rsa" : "next"
      for (words, file) in [
        (["x509", "-in", name + ".pem", "-noout", "-pubkey", "-out", "public.pem"], "key"),
        (["pkey", "-in", name + ".key", "-pubout", "-outform", "DER", "-out", "public.der"], "DER"),
      ] { #expect(try lab.openssl(words).status == 0, "\(file)") }
      let given =
        switch kind {
        case "certificate": name + ".pem"
        case "DER": "public.der"
        case "digest": "sha256/" + (try lab.pin(of: name))
        default: "public.pem"
        }
      let added = try lab.omamori("pin", "add", "fetched.json", "--backup", given, "-o", "complete.json")
      #expect(added.status == 0 && added.output == "", "\(added.errors)")
      let entry = try StrictJSON.parse(lab.folder.read("complete.json"))["hosts"]?[0]
      #expect(entry?["leaf"]?[0]?["sha256"]?.stringValue == (try lab.pin(of: "ec")))
      #expect(entry?["leaf"]?[1]?["sha256"]?.stringValue == (try lab.pin(of: name)))
      #expect(entry?["leaf"]?[1]?["role"]?.stringValue == "backup")
      let signed = try Program(Omamori.path, ["pin", "sign", "complete.json"] + sign, in: lab.folder).wait()
      #expect(signed.status == 0, "\(signed.errors)")
      let report = try check(server, "complete.json", status: 0)
      #expect(report["healthy"]?.boolValue == true)
    }

    @Test func aKeyInUseIsNoReserve() throws {
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: nil)
      for words in [
        ["--backup", "ec.pem"], ["--backup", "ec.key"], ["--backup", "sha256/AAAA"], ["--backup", "missing"],
        ["--backup", "next.pem", "--host", "other.test"], ["--backup", "next.pem", "--list", "authorities"],
        ["--backup", "next.pem", "-o", "pins.json"], [],
      ] {
        let ended = try Program(Omamori.path, ["pin", "add", "pins.json"] + words, in: lab.folder).wait()
        #expect(ended.status == (words == ["--backup", "missing"] ? 3 : 2), "\(words): \(ended.errors)")
        #expect(ended.output == "")
      }
      #expect(
        try lab.omamori("pin", "add", "pins.json", "--backup", "ec.key").errors.contains("openssl pkey"))
    }

    @Test func plansWithTheLifetimeOfTheServersCertificate() throws {
      let server = try lab.server("ec")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let plan = try check(server, "pins.json", status: 0)["sets"]?[0]?["servers"]?[0]?["plan"]
      let lifetimes = plan?["renewals"]?.arrayValue?.compactMap { $0["lifetimeDays"]?.intValue } ?? []
      #expect(Set(lifetimes) == [90])
      let words = [
        "pin", "check", "pins.json", "server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors",
        "ca.pem", "--lifetime", "47", "--json",
      ]
      let chosen = try StrictJSON.parse(Program(Omamori.path, words, in: lab.folder).wait().output)
      let renewals = chosen["sets"]?[0]?["servers"]?[0]?["plan"]?["renewals"]?.arrayValue ?? []
      #expect(!renewals.isEmpty && renewals.allSatisfy { $0["lifetimeDays"]?.intValue == 47 })
    }

    // Fails when a margin that was typed is made smaller without a word.
    @Test func aMarginThatWasTypedCounts() throws {
      let server = try lab.server("ec")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let cases: [(margin: String, status: Int32)] = [("60", 0), ("90", 2), ("400", 2), ("4000", 2)]
      for (margin, status) in cases {
        let ended = try lab.omamori(
          "pin", "check", "pins.json", "server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors",
          "ca.pem", "--margin", margin)
        #expect(ended.status == status, "\(margin): \(ended.errors)")
        #expect(status == 0 || ended.output.isEmpty)
      }
    }

    @Test func aReserveIsAddedOnlyToPinsThatItCanBeAReserveOf() throws {
      let (used, next) = (try lab.pin(of: "ec"), try lab.pin(of: "next"))
      func list(_ key: String, _ pins: String...) -> String {
        let items = pins.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }
        return "<key>\(key)</key><array>\(items.joined())</array>"
      }
      func added(_ content: String, _ words: String...) throws -> Ended {
        try lab.folder.write(
          "<plist version=\"1.0\"><dict><key>server.test</key><dict>\(content)</dict></dict></plist>",
          to: "pins.plist")
        let all = ["pin", "add", "pins.plist", "--from", "nspinneddomains", "--backup", "sha256/\(next)"]
        return try Program(Omamori.path, all + words, in: lab.folder).wait()
      }
      let (leaf, authorities) = ("NSPinnedLeafIdentities", "NSPinnedCAIdentities")
      #expect(try added(list(leaf, used)).status == 0)
      #expect(try added(list(leaf, used) + list(authorities, next), "--list", "leaf").status == 2)
      #expect(try added(list(leaf)).status == 2)
      #expect(try added("").status == 2)
      try lab.folder.write("<network-security-config/>", to: "none.xml")
      let none = try lab.omamori("pin", "add", "none.xml", "--backup", "sha256/\(next)")
      #expect(none.status == 2 && none.output == "", "\(none.errors)")
    }

    @Test func namesOfOtherScriptsAreRefusedWithTheWayToWriteThem() throws {
      for words in [
        ["tls", "diagnose", "bäd.test"], ["pin", "fetch", "bäd.test:8443"],
        ["tls", "diagnose", "a.test", "--connect", "bäd.test"],
        ["login", "https://bäd.test", "--client-id", "c"],
      ] {
        let ended = try Program(Omamori.path, words, in: lab.folder).wait()
        #expect(ended.status == 2 && ended.errors.contains("xn--"), "\(words): \(ended.errors)")
      }
    }

    @Test func findsASetThatFitsAndHasAReserve() throws {
      let server = try lab.server("ec")
      let primary = try lab.pin(of: "ec")
      try lab.writePins(primary: primary, backup: try lab.pin(of: "next"))
      let report = try check(server, "pins.json", status: 0)
      #expect(report["healthy"]?.boolValue == true)
      let set = report["sets"]?[0]
      #expect(set?["pins"]?[0]?["places"]?[0]?["depth"]?.intValue == 0)
      #expect(set?["pins"]?[1]?["places"]?.arrayValue == [])
      #expect(set?["servers"]?[0]?["matches"]?.boolValue == true)
      #expect(set?["servers"]?[0]?["validated"]?.boolValue == true)
      let actions = set?["servers"]?[0]?["plan"]?["steps"]?.arrayValue?.compactMap {
        $0["action"]?.stringValue
      }
      #expect(actions == ["change", "retire"])
      // A certificate of 89 days with a pinned key: every renewal has to keep it.
      #expect(set?["warnings"]?.arrayValue?.contains { $0["failure"]?.boolValue == true } == false)
    }

    @Test func followsTheKeyThatWasRotated() throws {
      let server = try lab.server("next")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let report = try check(server, "pins.json", status: 0)
      let messages =
        report["sets"]?[0]?["warnings"]?.arrayValue?.compactMap { $0["message"]?.stringValue } ?? []
      #expect(messages.contains { $0.contains("a backup pin is in use") })
    }

    @Test func refusesWhatDoesNotFit() throws {
      let server = try lab.server("rsa")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let report = try check(server, "pins.json", status: 1)
      #expect(report["healthy"]?.boolValue == false)
      #expect(report["sets"]?[0]?["servers"]?[0]?["matches"]?.boolValue == false)
    }

    @Test func refusesASetWithoutReserve() throws {
      let server = try lab.server("ec")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: nil)
      _ = try check(server, "pins.json", status: 1)
    }

    @Test func neverCallsAnUnverifiedChainGood() throws {
      let server = try lab.server("ec")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let words = ["pin", "check", "pins.json", "server.test:\(server.port)", "--connect", "127.0.0.1"]
      let ended = try Program(Omamori.path, words, in: lab.folder).wait()
      #expect(ended.status == 1)
      #expect(ended.output.hasPrefix("server.test:\(server.port): matches, UNVERIFIED"))
    }

    @Test func saysWhatIsNotPinnedAndWhatIsAway() throws {
      let server = try lab.server("ec")
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let unpinned = try lab.omamori("pin", "check", "pins.json", "127.0.0.1:\(server.port)")
      #expect(unpinned.status == 1)
      #expect(unpinned.output == "127.0.0.1:\(server.port): no pins\n")
      let away = try lab.json(
        "pin", "check", "pins.json", "server.test:1", "--connect", "127.0.0.1", status: 3)
      #expect(away["unreachable"]?[0]?["server"]?.stringValue == "server.test:1")
      #expect(away["healthy"]?.boolValue == false)
    }

    @Test func keepsTheSigningKeyToItself() throws {
      let made = try lab.omamori("pin", "keygen", "-o", "key.txt")
      #expect(made.status == 0)
      let text = try lab.folder.read("key.txt")
      let secret = try #require(text.split(separator: "\n").last?.split(separator: ":").last)
      #expect(secret.count == 64)
      #expect(!made.output.contains(secret) && !made.errors.contains(secret))
      let mode = try FileManager.default.attributesOfItem(atPath: lab.folder.path("key.txt"))
      #expect(mode[.posixPermissions] as? Int == 0o600)
      try lab.writePins(primary: try lab.pin(of: "ec"), backup: try lab.pin(of: "next"))
      let signed = try lab.omamori(
        "pin", "sign", "pins.json", "--key", "key.txt", "--audience", "a", "--sequence", "1")
      #expect(signed.status == 0, "\(signed.errors)")
      #expect(!signed.output.contains(secret))
      // Every byte of the payload counts.
      let envelope = try StrictJSON.parse(signed.output)
      let payload = try #require(envelope["payload"]?.stringValue)
      let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      for index in stride(from: 0, to: payload.count, by: 37) {
        var letters = Array(payload)
        letters[index] = letters[index] == "A" ? "B" : "A"
        try lab.folder.write(
          signed.output.replacingOccurrences(of: payload, with: String(letters)), to: "changed")
        let ended = try lab.omamori("pin", "verify", "changed", "--key", key, "--audience", "a")
        #expect(ended.status == 1 || (ended.status == 2 && index + 4 > payload.count))
        #expect(ended.output == "")
      }
      try lab.folder.write(signed.output, to: "signed")
      #expect(try lab.omamori("pin", "verify", "signed", "--key", key, "--audience", "a").status == 0)
    }

    private func check(_ server: OpenSSLServer, _ file: String, status: Int32) throws -> JSONValue {
      try lab.json(
        "pin", "check", file, "server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors", "ca.pem",
        status: status)
    }
  }
}
