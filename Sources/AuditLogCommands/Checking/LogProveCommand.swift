import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logProveCommand = Command(
    "prove", HelpText("Make and check proofs about a log", ja: "ログに関する証明を作成、検証する"),
    discussion: HelpText(
      """
      A proof convinces somebody who has a checkpoint, but not the log: that an entry stands in it, or that it only grew \
      since an earlier checkpoint (RFC 9162).
      """,
      ja: """
        ログ本体を渡さなくても、チェックポイントを持つ相手に対して、ある項目がログに含まれること、または以前のチェックポイントから追記だけが\
        行われたことを証明できます（RFC 9162）。
        """),
    examples: [
      Example("omamori log prove inclusion 17 > proof.json", HelpText("Prove an entry.", ja: "項目を証明します。")),
      Example(
        "omamori log prove check proof.json --checkpoint log.checkpoint",
        HelpText("Check it.", ja: "証明を検証します。")),
    ],
    commands: [proveInclusionCommand, proveConsistencyCommand, proveCheckCommand])

  private static let proveInclusionCommand = Command(
    "inclusion", HelpText("Prove that an entry stands in the log", ja: "項目がログに含まれることを証明する"),
    examples: [
      Example("omamori log prove inclusion 17", HelpText("Prove entry 17.", ja: "項目 17 を証明します。"))
    ],
    exitCodes: noProofCodes
  ) { declare in
    let entry = declare.argument(
      "ENTRY", as: Int.self, help: HelpText("The number of the entry, from 0.", ja: "項目の番号（0 から）。"))
    let size = sizeOption(&declare)
    let reader = ReaderOptions(&declare)
    return { arguments in
      let leaves = try await leaves(reader, arguments)
      guard let index = UInt64(exactly: try arguments[entry]),
        let proof = leaves.inclusion(of: index, at: try await end(size, of: leaves, reader, arguments)),
        let leaf = leaves.leaf(at: index)
      else { throw CryptoFault.noProof(leaves.tree.count) }
      return try show(.inclusion(proof, leaf: leaf), reader, arguments)
    }
  }

  private static let proveConsistencyCommand = Command(
    "consistency", HelpText("Prove that the log only grew", ja: "追記だけが行われたことを証明する"),
    examples: [
      Example(
        "omamori log prove consistency 100",
        HelpText("Since it had 100 entries.", ja: "項目数 100 の時点からの追記を証明します。"))
    ],
    exitCodes: noProofCodes
  ) { declare in
    let earlier = declare.argument(
      "EARLIER", as: Int.self,
      help: HelpText("The number of entries at the earlier checkpoint.", ja: "以前のチェックポイントの項目数。"))
    let size = sizeOption(&declare)
    let reader = ReaderOptions(&declare)
    return { arguments in
      let leaves = try await leaves(reader, arguments)
      guard let first = UInt64(exactly: try arguments[earlier]),
        let proof = leaves.consistency(from: first, to: try await end(size, of: leaves, reader, arguments))
      else { throw CryptoFault.noProof(leaves.tree.count) }
      return try show(.consistency(proof), reader, arguments)
    }
  }

  private static let proveCheckCommand = Command(
    "check", HelpText("Check a proof against a checkpoint", ja: "証明をチェックポイントと照合する"),
    examples: [
      Example(
        "omamori log prove check proof.json --checkpoint new.checkpoint --earlier old.checkpoint",
        HelpText("Check that the log only grew.", ja: "追記だけが行われたことを検証します。"))
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("The proof is wrong.", ja: "証明は正しくありません。")),
      ExitMeaning(
        .usage,
        HelpText(
          "What was given is no proof or no checkpoint, or they are of different sizes.",
          ja: "証明またはチェックポイントではないか、両者のサイズが異なります。")),
    ]
  ) { declare in
    let file = declare.argument(
      "FILE", as: FilePath.self, help: HelpText("The proof; - for standard input.", ja: "証明。- は標準入力です。"))
    let checkpoint = declare.requiredOption(
      "--checkpoint", value: "FILE", as: FilePath.self,
      help: HelpText("The checkpoint of the size that the proof is for.", ja: "証明の対象となるサイズのチェックポイント。"))
    let earlier = declare.option(
      "--earlier", value: "FILE", as: FilePath.self,
      help: HelpText("The earlier checkpoint, for a proof of consistency.", ja: "以前のチェックポイント（一貫性の証明用）。"))
    let reader = ReaderOptions(&declare)
    return { arguments in
      let key = try reader.key(arguments)
      let name = try arguments[file].string
      let proof = try ProofDocument(try SmallFile.read(name, limit: 64 << 10), from: name)
      let later = try AnchorOptions.checkpoint(inFile: try arguments[checkpoint].string, of: key)
      let isValid: Bool
      switch proof {
      case .inclusion(let proof, let leaf):
        guard proof.size == later.size else { throw CryptoFault.otherSize(later.size, proof.size) }
        isValid = proof.isValid(for: leaf, in: later.root)
      case .consistency(let proof):
        guard let path = try arguments[earlier]?.string else {
          throw CryptoFault.usage(
            HelpText("a proof of consistency needs --earlier", ja: "一貫性の証明には --earlier が必要です"),
            hint: HelpText("give the earlier checkpoint", ja: "以前のチェックポイントを指定してください"))
        }
        let first = try AnchorOptions.checkpoint(inFile: path, of: key)
        guard proof.second == later.size else { throw CryptoFault.otherSize(later.size, proof.second) }
        guard proof.first == first.size else { throw CryptoFault.otherStart(first.size, proof.first) }
        isValid = proof.isValid(from: first.root, to: later.root)
      }
      let text =
        isValid
        ? LocalizedText("The proof is right.", ja: "証明は正しいです。")
        : LocalizedText("The proof is wrong.", ja: "証明は正しくありません。")
      try arguments.output.write(text[arguments.reportLanguage] + "\n")
      return isValid ? .success : .findings
    }
  }

  private static let noProofCodes = [
    ExitMeaning(.findings, HelpText("There is no such entry or size.", ja: "該当する項目またはサイズがありません。"))
  ]

  private static func sizeOption(_ declare: inout Declaration) -> Parameter<Int?> {
    declare.option(
      "--size", value: "ENTRIES",
      help: HelpText(
        """
        The number of entries that the checkpoint covers; that of the newest one, which 'log checkpoint' prints, unless given.
        """,
        ja: "チェックポイントの項目数。省略時は、'log checkpoint' が出力する最新のチェックポイントの項目数です。"))
  }

  /// The size that a proof leads to: what was asked for, or that of the newest checkpoint; `nil` for all that is there.
  private static func end(
    _ size: Parameter<Int?>, of leaves: MerkleLeaves, _ reader: ReaderOptions, _ arguments: Arguments
  ) async throws -> UInt64? {
    if let size = try arguments[size] {
      guard let size = UInt64(exactly: size) else { throw CryptoFault.noProof(leaves.tree.count) }
      return size
    }
    let key = try reader.key(arguments)
    let folder = LogFolder(path: try reader.log.place(arguments).folder)
    return try await WatchingThread.run { try folder.end(verifiedBy: key)?.checkpoint?.size }
  }

  private static func leaves(_ reader: ReaderOptions, _ arguments: Arguments) async throws -> MerkleLeaves {
    let key = try reader.key(arguments)
    let folder = LogFolder(path: try reader.log.place(arguments).folder)
    let cancellation = Cancellation()
    return try await cancellation.run {
      try MerkleLeaves(reading: folder, verifiedBy: key) { () throws(AuditLogError) in
        if cancellation.isCancelled { throw .cancelled }
      }
    }
  }

  private static func show(
    _ proof: ProofDocument, _ reader: ReaderOptions, _ arguments: Arguments
  ) throws -> ExitCode {
    try arguments.output.write(proof.json(of: try reader.key(arguments)).text(.pretty) + "\n")
    return .success
  }
}

extension CryptoFault {
  /// A proof says nothing about a checkpoint of another size.
  fileprivate static func otherSize(_ checkpoint: UInt64, _ proof: UInt64) -> CryptoFault {
    .usage(
      HelpText(
        "this checkpoint covers \(checkpoint) entries, the proof is for \(proof)",
        ja: "チェックポイントの項目数は \(checkpoint) ですが、証明は項目数 \(proof) に対するものです"),
      hint: HelpText(
        "give the checkpoint with \(proof) entries, or make the proof again with --size \(checkpoint)",
        ja: "項目数 \(proof) のチェックポイントを指定するか、--size \(checkpoint) を付けて証明を作り直してください"))
  }

  /// A proof of consistency begins at another size than the earlier checkpoint.
  fileprivate static func otherStart(_ checkpoint: UInt64, _ proof: UInt64) -> CryptoFault {
    .usage(
      HelpText(
        "the earlier checkpoint covers \(checkpoint) entries, the proof begins at \(proof)",
        ja: "以前のチェックポイントの項目数は \(checkpoint) ですが、証明は項目数 \(proof) から始まっています"),
      hint: HelpText(
        "give the checkpoint with \(proof) entries, or make the proof with 'omamori log prove consistency \(checkpoint)'",
        ja: "項目数 \(proof) のチェックポイントを指定するか、'omamori log prove consistency \(checkpoint)' で証明を作り直してください"))
  }

  /// The log has no such entry, or not any more.
  fileprivate static func noProof(_ size: UInt64) -> CryptoFault {
    CryptoFault(
      .findings,
      HelpText(
        "there is no such entry or size; the log has \(size) entries",
        ja: "該当する項目またはサイズがありません（ログの項目数: \(size)）"),
      hint: HelpText(
        """
        entries are counted from 0 and proved up to the newest checkpoint unless --size is given; what retention removed cannot \
        be proved
        """,
        ja: """
          項目は 0 から数えます。--size を省略すると最新のチェックポイントまでが対象です。保持期限で削除された部分は証明できません
          """))
  }
}

/// A proof about a log as JSON.
enum ProofDocument: Sendable {
  case inclusion(InclusionProof, leaf: LogHash)
  case consistency(ConsistencyProof)

  private static let version = 1
  private static let longestPath = 64

  /// The proof with the log that it is about.
  func json(of key: LogKey) -> JSONValue {
    var object: JSONObject = ["version": .integer(Self.version), "log": .string(key.text)]
    let path: [LogHash]
    switch self {
    case .inclusion(let proof, let leaf):
      object["kind"] = "inclusion"
      object["entry"] = .integer(proof.index)
      object["size"] = .integer(proof.size)
      object["leaf"] = .string(leaf.description)
      path = proof.path
    case .consistency(let proof):
      object["kind"] = "consistency"
      object["earlier"] = .integer(proof.first)
      object["later"] = .integer(proof.second)
      path = proof.path
    }
    object["path"] = .array(path.map { .string($0.description) })
    return .object(object)
  }

  /// Reads a proof, which says nothing until it was checked.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - name: Where it comes from, for the message.
  /// - Throws: ``CryptoFault``.
  init(_ bytes: [UInt8], from name: String) throws(CryptoFault) {
    let limits = JSONLimits(depth: 3, size: 64 << 10, values: 128)
    guard let json = try? StrictJSON.parse(bytes, limits: limits), json["version"]?.intValue == Self.version,
      let proof = Self.proof(json)
    else {
      throw .usage(
        HelpText("\(Printable.quote(name)) is no proof", ja: "\(Printable.quote(name)) は証明ではありません"),
        hint: HelpText(
          "give what 'omamori log prove inclusion' or 'consistency' printed",
          ja: "'omamori log prove inclusion' または 'consistency' の出力を指定してください"))
    }
    self = proof
  }

  private static func proof(_ json: JSONValue) -> ProofDocument? {
    guard let nodes = json["path"]?.arrayValue, nodes.count <= longestPath else { return nil }
    let path = nodes.compactMap { hash($0) }
    guard path.count == nodes.count else { return nil }
    switch json["kind"]?.stringValue {
    case "inclusion":
      guard let index = number(json["entry"]), let size = number(json["size"]), let leaf = hash(json["leaf"])
      else { return nil }
      return .inclusion(InclusionProof(index: index, size: size, path: path), leaf: leaf)
    case "consistency":
      guard let first = number(json["earlier"]), let second = number(json["later"]) else { return nil }
      return .consistency(ConsistencyProof(first: first, second: second, path: path))
    default: return nil
    }
  }

  private static func number(_ json: JSONValue?) -> UInt64? { json?.numberValue?.integer(as: UInt64.self) }

  private static func hash(_ json: JSONValue?) -> LogHash? {
    guard let text = json?.stringValue, let bytes = Data(base64Encoded: text) else { return nil }
    return LogHash(Array(bytes))
  }
}
