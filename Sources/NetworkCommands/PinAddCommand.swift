public import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriCrypto
public import OmamoriTransport
import PolicyCommands

extension PinVerdict.List: CommandLineValue {}

extension OmamoriTool {
  package static let pinAddCommand = Command(
    "add", HelpText("Add the pin of a key in reserve", ja: "予備の鍵のピンを追加する"),
    discussion: HelpText(
      """
      Writes the pins again, in the same format, with a backup pin for each host. The key in reserve is given as a \
      certificate, as a public key or as the digest of a pin; a key that is pinned as one in use is no reserve. Keep its \
      private half off-line until the server changes to it.
      """,
      ja: """
        各ホストに予備のピンを加えて、同じ形式で出力します。予備の鍵は、証明書、公開鍵、またはピンのダイジェストで指定します。使用中の\
        鍵としてピン留めされている鍵は予備になりません。秘密鍵は、サーバーを切り替えるまでオフラインで保管してください。
        """),
    examples: [
      Example(
        "omamori pin add pins.json --backup next-public.pem > complete.json",
        HelpText("A public key in reserve.", ja: "予備の公開鍵を追加します。")),
      Example(
        "omamori pin add pins.json --host api.example.com --backup sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E= -o complete.json",
        HelpText("A digest, for one host.", ja: "1 つのホストにダイジェストを追加します。")),
    ]
  ) { declare in
    let handles = PinAddHandles(&declare)
    return { arguments in try PinAddRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin add`.
struct PinAddHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let backups: Parameter<[FilePath]>
  let hosts: Parameter<[String]>
  let list: Parameter<PinVerdict.List?>
  let output: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "PINFILE", as: FilePath.self,
      help: HelpText("The pins, in any format; - is standard input.", ja: "ピンのファイル（形式は自動判別）。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of PINFILE; found out by default.", ja: "PINFILE の形式。省略すると自動で判別します。"))
    backups = declare.options(
      "--backup", value: "KEY", isRequired: true,
      help: HelpText(
        "The key in reserve: the file of a certificate or a public key (PEM or DER), or sha256/ and a digest.",
        ja: "予備の鍵。証明書または公開鍵（PEM または DER）のファイル、または sha256/ とダイジェスト。"))
    hosts = declare.options(
      "--host", value: "HOST", help: HelpText("Add it to this host only.", ja: "このホストだけに追加します。"))
    list = declare.option(
      "--list", value: "LIST",
      help: HelpText(
        "The list to add it to, where a host has several.", ja: "ホストに複数の一覧がある場合に、追加する一覧。"))
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText(
        "Write to this file, which is replaced if it exists.", ja: "このファイルに書き込みます（上書きします）。"))
  }
}

/// One run of `omamori pin add`.
struct PinAddRun {
  /// The most bytes of a file with a certificate or a key.
  private static let greatestKeySize = 256 << 10

  private let arguments: Arguments
  private let handles: PinAddHandles
  private let file: String
  private let backups: [String]
  private let output: String?
  private let hosts: [HostName]

  init(_ arguments: Arguments, _ handles: PinAddHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    file = try arguments[handles.file].string
    backups = try arguments[handles.backups].map(\.string)
    let named = try arguments[handles.output]?.string
    output = named == "-" ? nil : named
    hosts = try arguments[handles.hosts].map { name in
      do throws(TransportError) { return try HostName(name) } catch { throw CryptoFault(error, about: name) }
    }
    try arguments.shareStandardInput(
      file == "-", backups.contains("-"), backups.count(where: { $0 == "-" }) > 1)
    try OutputPlace.refuse(output, reading: [file] + backups.filter { !Self.isDigest($0) })
  }

  /// Adds the pins and writes the document.
  func run() throws -> ExitCode {
    let file = try PinFile(file, as: try arguments[handles.source])
    let pins = try backups.map(pin)
    let document = file.reading.document
    for host in hosts {
      let entries = document.entries.filter { $0.host == host }
      guard !entries.isEmpty else { throw CryptoFault.noEntry(host.description, file.name) }
      guard !entries.allSatisfy(\.isExempt) else { throw CryptoFault.exempt(host.description, file.name) }
    }
    guard !document.entries.allSatisfy(\.isExempt) else { throw CryptoFault.nothingPinned(file.name) }
    let conversion: PinConversion
    do {
      let entries = try complete(document.entries, with: pins)
      conversion = try PinDocument(entries, combination: document.combination).written(as: file.format)
    } catch let error as TransportError {
      throw CryptoFault(error, about: file.name)
    }
    try arguments.say(file.reading.notes + conversion.notes)
    if let output {
      try AtomicFile.write(Array(conversion.text.utf8), to: output)
    } else {
      try arguments.output.write(conversion.text)
    }
    return .success
  }

  // MARK: - Entries

  private func complete(_ entries: [PinnedHosts], with pins: [CertificatePin]) throws -> [PinnedHosts] {
    try entries.map { entry in
      // An entry without any list shields its host from pins; a pin would do the opposite.
      guard !entry.isExempt, hosts.isEmpty || hosts.contains(entry.host) else { return entry }
      let list = try list(of: entry)
      // A key in use is no reserve in whatever list it is.
      let used = entry.pins.filter { $0.role == .primary }
      guard !pins.contains(where: { pin in used.contains { $0.kind == pin.kind && $0.digest == pin.digest } })
      else { throw CryptoFault.keyInUse(entry.host.description) }
      func added(_ name: PinVerdict.List, _ old: [CertificatePin]?) throws -> [CertificatePin]? {
        guard name == list else { return old }
        // It refuses every connection; with the reserve alone it would admit the wrong key.
        guard let old, !old.isEmpty else { throw CryptoFault.emptyList(entry.host.description) }
        return old + pins.filter { pin in !old.contains { $0.kind == pin.kind && $0.digest == pin.digest } }
      }
      return try PinnedHosts(
        entry.host, scope: entry.scope, leaf: try added(.leaf, entry.leaf),
        authorities: try added(.authorities, entry.authorities),
        anywhere: try added(.anywhere, entry.anywhere), expiry: entry.expiry,
        reportURIs: entry.reportURIs, mode: entry.mode)
    }
  }

  /// The list that the pins belong to: a key of a server is no reserve for that of an authority.
  private func list(of entry: PinnedHosts) throws -> PinVerdict.List {
    let lists: [(PinVerdict.List, [CertificatePin]?)] = [
      (.leaf, entry.leaf), (.authorities, entry.authorities), (.anywhere, entry.anywhere),
    ]
    let present = lists.filter { $0.1 != nil }.map(\.0)
    if let wanted = try arguments[handles.list] {
      guard present.contains(wanted) else { throw CryptoFault.noList(entry.host.description, present) }
      return wanted
    }
    guard present.count == 1 else { throw CryptoFault.noList(entry.host.description, present) }
    return present[0]
  }

  // MARK: - Keys

  private static func isDigest(_ word: String) -> Bool { word.hasPrefix("sha256/") }

  private func pin(_ word: String) throws -> CertificatePin {
    do throws(TransportError) {
      if Self.isDigest(word) { return try CertificatePin(base64: word, role: .backup) }
    } catch {
      throw CryptoFault(
        error, about: word,
        hint: HelpText(
          "give sha256/ and the digest in Base64, 44 characters",
          ja: "sha256/ と、Base64 のダイジェスト（44 文字）を指定してください"))
    }
    let bytes = try SmallFile.read(word, limit: Self.greatestKeySize)
    // because what is no public key is read as certificates, which says what is wrong with it
    if let key = Self.publicKey(bytes) {
      return try CertificatePin(digest: Data(SHA256.hash(data: key)), role: .backup)
    }
    let certificates: [Certificate]
    do throws(TransportError) {
      certificates = try TrustAnchors.certificates(in: bytes)
    } catch {
      throw CryptoFault.noPublicKey(word)
    }
    guard certificates.count == 1 else { throw CryptoFault.severalCertificates(word) }
    return CertificatePin(certificate: certificates[0], role: .backup)
  }

  /// The SubjectPublicKeyInfo of a public key in PEM or DER; `nil` for anything else.
  private static func publicKey(_ bytes: [UInt8]) -> Data? {
    let text = String(decoding: bytes.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }, as: UTF8.self)
    guard text.hasPrefix("-----BEGIN ") else {
      if let key = try? P256.Signing.PublicKey(derRepresentation: bytes) { return key.derRepresentation }
      if let key = try? P384.Signing.PublicKey(derRepresentation: bytes) { return key.derRepresentation }
      if let key = try? P521.Signing.PublicKey(derRepresentation: bytes) { return key.derRepresentation }
      return (try? RSA.Signing.PublicKey(derRepresentation: bytes))?.derRepresentation
    }
    if let key = try? P256.Signing.PublicKey(pemRepresentation: text) { return key.derRepresentation }
    if let key = try? P384.Signing.PublicKey(pemRepresentation: text) { return key.derRepresentation }
    if let key = try? P521.Signing.PublicKey(pemRepresentation: text) { return key.derRepresentation }
    return (try? RSA.Signing.PublicKey(pemRepresentation: text))?.derRepresentation
  }
}

extension CryptoFault {
  fileprivate static func noPublicKey(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) is neither a certificate nor a public key",
        ja: "\(Printable.quote(path)) は証明書でも公開鍵でもありません"),
      hint: HelpText(
        "make a public key of a private one with 'openssl pkey -in KEY -pubout', or give sha256/ and a digest",
        ja: "秘密鍵からは 'openssl pkey -in KEY -pubout' で公開鍵を作れます。sha256/ とダイジェストでも指定できます"))
  }

  fileprivate static func severalCertificates(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) has several certificates", ja: "\(Printable.quote(path)) に複数の証明書があります"),
      hint: HelpText("give a file with the one whose key is in reserve", ja: "予備の鍵の証明書 1 つだけのファイルを指定してください"))
  }

  fileprivate static func keyInUse(_ host: String) -> CryptoFault {
    usage(
      HelpText(
        "\(host) has this key pinned as the one in use", ja: "\(host) では、この鍵は使用中の鍵としてピン留めされています"),
      hint: HelpText("generate another key and keep it off-line", ja: "別の鍵を生成し、オフラインで保管してください"))
  }

  fileprivate static func noList(_ host: String, _ lists: [PinVerdict.List]) -> CryptoFault {
    let names = lists.map(\.rawValue).joined(separator: ", ")
    return usage(
      HelpText("\(host) has these lists of pins: \(names)", ja: "\(host) にあるピンの一覧: \(names)"),
      hint: HelpText(
        "say which with --list, and the hosts with --host", ja: "--list で一覧を、--host でホストを指定してください"))
  }

  fileprivate static func emptyList(_ host: String) -> CryptoFault {
    usage(
      HelpText(
        "the list of \(host) has no usable pin and refuses every connection",
        ja: "\(host) の一覧に使用できるピンがなく、すべての接続が拒否されます"),
      hint: HelpText("put the pin of the key in use into it first", ja: "先に使用中の鍵のピンを一覧に入れてください"))
  }

  fileprivate static func exempt(_ host: String, _ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(host) is exempt from pins in \(Printable.quote(path))",
        ja: "\(Printable.quote(path)) では \(host) はピン留めの対象外です"),
      hint: HelpText(
        "a backup pin alone would pin it; leave it out of --host, or pin the key in use first",
        ja: "予備のピンだけを追加すると、予備の鍵しか許可されなくなります。--host から外すか、先に使用中の鍵をピン留めしてください"))
  }

  fileprivate static func nothingPinned(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) pins no host, so there is nothing to add to",
        ja: "\(Printable.quote(path)) にはピン留めされたホストがなく、追加先がありません"),
      hint: HelpText(
        "make pins of a server with 'omamori pin fetch'", ja: "'omamori pin fetch' でサーバーのピンを作成してください"))
  }

  fileprivate static func noEntry(_ host: String, _ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) has no entry for \(host)",
        ja: "\(Printable.quote(path)) に \(host) の項目がありません"),
      hint: HelpText("check the name", ja: "名前を確認してください"))
  }
}
