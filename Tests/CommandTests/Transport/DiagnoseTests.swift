import Foundation
import OmamoriCore
import TestSupport
import Testing

extension TransportCommands {
  /// `omamori tls diagnose` and `omamori ats suggest`.
  struct Diagnose {
    private let lab: TLSLab

    init() throws { lab = try TLSLab() }

    @Test func acceptsAGoodServer() throws {
      let server = try lab.server("ec", "-cipher", "ECDHE+AESGCM")
      let json = try lab.json("tls", "diagnose", "127.0.0.1:\(server.port)", "--anchors", "ca.pem")
      let found = try #require(json["servers"]?[0])
      #expect(found["state"]?.stringValue == "accepted")
      #expect(found["chain"]?["validated"]?.boolValue == true)
      #expect(found["chain"]?["root"]?.stringValue == "Test Root")
      let configurations = found["configurations"]?.arrayValue ?? []
      #expect(configurations.count == 16)
      #expect(configurations.allSatisfy { $0["passed"]?.boolValue == true })
      #expect(found["findings"]?.arrayValue == [])
      #expect((found["handshakes"]?.intValue ?? 99) <= 6)
      #expect(
        found["chain"]?["certificates"]?[0]?["keyPin"]?.stringValue == "sha256/\(try lab.pin(of: "ec"))")
    }

    @Test func saysThatAnUnknownRootIsRefused() throws {
      let server = try lab.server("ec")
      let name = "127.0.0.1:\(server.port)"
      let ended = try lab.omamori("tls", "diagnose", name)
      #expect(ended.status == 1)
      #expect(ended.errors == "")
      #expect(ended.output.hasPrefix("\(name): refused\n"))
      // The reason is said once, and not in sixteen rows.
      #expect(ended.output.contains("\n  All 16 configurations fail: certificate-chain\n"))
      #expect(!ended.output.contains("  FAIL  "))
      #expect(ended.output.contains("UNVERIFIED: it may be anybody's"))
      let japanese = try lab.omamori("tls", "diagnose", name, "--language", "ja")
      #expect(japanese.status == 1)
      #expect(japanese.output.hasPrefix("\(name): 拒否\n"))
    }

    @Test func saysWhatAnswersInsteadOfTLS() throws {
      for (greeting, reason) in [
        ("HTTP/1.1 400 Bad Request\r\n\r\n", "speaks HTTP without TLS"), ("SSH-2.0-x\r\n", "An SSH server"),
        ("220 mail.example ESMTP\r\n", "mail (SMTP)"),
      ] {
        let server = try GreetingServer(greeting)
        let ended = try lab.omamori("tls", "diagnose", "127.0.0.1:\(server.port)")
        #expect(ended.status == 1 && ended.output.contains(reason), "\(ended.output)")
        #expect(ended.output.contains("All 16 configurations fail: tls\n"))
      }
    }

    @Test func namesTheRequirementAndTheExceptionWithoutForwardSecrecy() throws {
      let server = try lab.server("rsa", "-tls1_2", "-cipher", "AES128-GCM-SHA256")
      let name = "server.test:\(server.port)"
      let ended = try lab.omamori(
        "tls", "diagnose", name, "--connect", "127.0.0.1", "--anchors", "ca.pem", "--server", "nginx")
      #expect(ended.status == 1)
      let reason = try #require(ended.output.range(of: "has no suite with forward secrecy"))
      let row = try #require(ended.output.range(of: "  FAIL  ATS Default Connection: tls-forward-secrecy\n"))
      #expect(reason.upperBound < row.lowerBound)
      #expect(ended.output.contains("  PASS  Disabling Perfect Forward Secrecy\n"))
      #expect(ended.output.contains("    nginx:\n      ssl_ciphers ECDHE"))
      #expect(!ended.output.contains("Caddy"))
      let suggested = try lab.omamori(
        "ats", "suggest", name, "--connect", "127.0.0.1", "--anchors", "ca.pem")
      #expect(suggested.status == 0)
      try lab.folder.write(suggested.output, to: "Info.plist")
      let words = ["ats", "check", "Info.plist", "--url", "https://server.test/", "--json"]
      let check = try StrictJSON.parse(Program(Omamori.path, words, in: lab.folder).wait().output)
      #expect(
        check["urls"]?[0]?["requirement"]?["cipherSuites"]?.stringValue == "forwardSecrecyOrRSA")
      #expect(suggested.errors.contains("[tls-forward-secrecy]"))
    }

    @Test func suggestsNothingThatCannotHelp() throws {
      let server = try lab.server("ec")
      let name = "127.0.0.1:\(server.port)"
      let unknown = try lab.omamori("ats", "suggest", name)
      #expect(unknown.status == 1)
      #expect(unknown.output == "")
      let good = try lab.json("ats", "suggest", name, "--anchors", "ca.pem")
      #expect(good["servers"]?[0]?["state"]?.stringValue == "none-needed")
      #expect(good["propertyList"]?.isNull == true)
    }

    @Test(arguments: ["DHE-RSA-AES256-GCM-SHA384", "NULL:@SECLEVEL=0"])
    func suggestsNoExceptionThatTheDiagnosisRefuses(suites: String) throws {
      let server = try lab.server("rsa", "-tls1_2", "-cipher", suites)
      let words = ["server.test:\(server.port)", "--connect", "127.0.0.1", "--anchors", "ca.pem", "--json"]
      let diagnosed = try Program(Omamori.path, ["tls", "diagnose"] + words, in: lab.folder).wait()
      #expect(diagnosed.status == 1)
      let configurations = try StrictJSON.parse(diagnosed.output)["servers"]?[0]?["configurations"]
      #expect(configurations?.arrayValue?.count == 16)
      #expect(configurations?.arrayValue?.allSatisfy { $0["passed"]?.boolValue == false } == true)
      let suggested = try Program(Omamori.path, ["ats", "suggest"] + words, in: lab.folder).wait()
      #expect(suggested.status == 1)
      let json = try StrictJSON.parse(suggested.output)
      #expect(json["propertyList"]?.isNull == true)
      #expect(json["servers"]?[0]?["state"]?.stringValue == "impossible")
      #expect(json["servers"]?[0]?["failures"]?[0]?.stringValue == "tls-cipher-suite")
    }

    @Test func givesAStateToEachServer() throws {
      let (good, silent) = (try lab.server("ec"), try LoopbackSocket(listening: 16))
      let (name, dead) = ("127.0.0.1:\(good.port)", "127.0.0.1:\(silent.port)")
      let words = ["tls", "diagnose", name, "127.0.0.1:1", name, "--json", "--anchors"]
      let three = try Program(Omamori.path, words + ["ca.pem"], in: lab.folder).wait()
      #expect(three.status == 3)
      let states = try StrictJSON.parse(three.output)["servers"]?.arrayValue?.compactMap {
        $0["state"]?.stringValue
      }
      #expect(states == ["accepted", "unreachable"])
      let two = try lab.json("tls", "diagnose", name, "127.0.0.1:1", status: 1)
      #expect(two["servers"]?[0]?["state"]?.stringValue == "refused")
      let ended = try lab.omamori("tls", "diagnose", dead, "--timeout", "1")
      #expect(ended.status == 1 || ended.status == 3)
      #expect(ended.seconds < 20)
    }

    @Test func writesSARIF() throws {
      let server = try lab.server("ec")
      let name = "127.0.0.1:\(server.port)"
      let ended = try lab.omamori("tls", "diagnose", name, "127.0.0.1:1", "--sarif")
      #expect(ended.status == 1)
      let run = try #require(try StrictJSON.parse(ended.output)["runs"]?[0])
      let rules = run["tool"]?["driver"]?["rules"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
      let results = run["results"]?.arrayValue ?? []
      #expect(results.contains { $0["ruleId"]?.stringValue == "certificate-chain" })
      for result in results {
        let index = try #require(result["ruleIndex"]?.intValue)
        #expect(rules[index] == result["ruleId"]?.stringValue)
        #expect(result["locations"]?[0]?["logicalLocations"]?[0]?["name"]?.stringValue == name)
      }
      #expect(run["invocations"]?[0]?["executionSuccessful"]?.boolValue == false)
      #expect(run["invocations"]?[0]?["exitCode"]?.intValue == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM]) func endsWhenItIsStopped(signal: Int32) throws {
      let silent = try LoopbackSocket(listening: 16)
      let names = (0..<8).map { _ in "127.0.0.1:\(silent.port)" } + ["127.0.0.2:\(silent.port)"]
      let program = try Program(Omamori.path, ["tls", "diagnose"] + names, in: lab.folder)
      usleep(500_000)
      try #require(program.isRunning)
      program.signal(signal)
      let ended = try program.wait(seconds: 20)
      #expect(ended.status == 130)
      #expect(ended.output == "")
    }

    @Test func showsAPersonThatItWaits() throws {
      let silent = try LoopbackSocket(listening: 16)
      let terminal = try PseudoTerminal()
      let program = try Program(
        Omamori.path, ["tls", "diagnose", "127.0.0.1:\(silent.port)", "--timeout", "2.5"], in: lab.folder,
        terminal: terminal)
      var shown = ""
      _ = try program.wait(seconds: 30, watching: { shown += terminal.read() })
      #expect(shown.contains("Asked 0 of 1 servers…"))
    }
  }
}
