public import OmamoriCore

/// What one check found: a state with its evidence, never a bare yes or no.
public struct IntegritySignal: Sendable, Equatable {
  /// How the check ended.
  @nonexhaustive
  public enum State: Sendable, Equatable {
    /// There is evidence of what the signal is named after.
    case detected
    /// The check ran to its end and found nothing.
    case clean
    /// The check cannot be made here.
    case unavailable(IntegrityUnavailability)
    /// The check could be made here and failed.
    case error(DeviceError)
  }

  /// What was looked for.
  public let identifier: Identifier
  /// How it ended.
  public let state: State
  /// How sure a detection is; of no meaning in other states.
  public let confidence: IntegrityConfidence
  /// What was seen; at most 16 entries.
  public let evidence: [IntegrityEvidence]
  /// How many entries of evidence there were in all.
  public let evidenceCount: Int

  /// The most entries of evidence that a signal keeps.
  package static let greatestEvidence = 16

  /// Makes a signal.
  ///
  /// - Parameters:
  ///   - identifier: What was looked for.
  ///   - state: How it ended.
  ///   - confidence: How sure a detection is.
  ///   - evidence: What was seen; only the first 16 entries are kept.
  public init(
    _ identifier: Identifier, _ state: State, confidence: IntegrityConfidence = .low,
    evidence: [IntegrityEvidence] = []
  ) {
    (self.identifier, self.state, self.confidence) = (identifier, state, confidence)
    self.evidence = Array(evidence.prefix(Self.greatestEvidence))
    evidenceCount = evidence.count
  }

  /// Whether this is a detection of a threat with at least the given confidence; facts about the environment never are.
  public func isThreat(atLeast confidence: IntegrityConfidence = .low) -> Bool {
    state == .detected && identifier.kind == .threat && self.confidence >= confidence
  }

  /// How much attention it needs.
  public var severity: SecurityEvent.Severity {
    switch state {
    case .clean: .information
    case .unavailable: .information
    case .error: .notice
    case .detected where identifier.kind == .environment: .information
    case .detected:
      switch confidence {
      case .low: .notice
      case .medium: .warning
      case .high: .critical
      }
    }
  }
}

extension IntegritySignal {
  /// A detection when there is evidence, and clean when there is none.
  package init(
    _ identifier: Identifier, _ evidence: [IntegrityEvidence], confidence: IntegrityConfidence
  ) {
    self.init(
      identifier, evidence.isEmpty ? .clean : .detected, confidence: evidence.isEmpty ? .low : confidence,
      evidence: evidence)
  }

  /// The signal of a check that could not be made or failed.
  package init(_ identifier: Identifier, failure: DeviceError) {
    let state: State =
      switch failure {
      case .unsupported: .unavailable(.platform)
      case .process(.denied): .unavailable(.denied)
      case .process(.absent): .unavailable(.ended)
      default: .error(failure)
      }
    self.init(identifier, state)
  }
}

extension IntegritySignal {
  /// Whether a detection speaks against the process, or only says where it runs.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Somebody may be tampering with the process.
    case threat
    /// A fact about the surroundings, which is no reproach: a container, a virtual machine, root.
    case environment
  }

  /// What a signal is about.
  ///
  /// An app's own probes make identifiers of their own.
  public struct Identifier: Sendable, Hashable {
    /// The name in reports, such as `code.modified`.
    public let name: String
    /// Whether a detection speaks against the process.
    public let kind: Kind
    /// Entries of the OWASP Mobile Application Security Testing Guide that describe the technique.
    public let mastg: [String]

    /// Makes an identifier.
    ///
    /// - Parameters:
    ///   - name: A literal of the program: an area, a dot and what was looked for.
    ///   - kind: Whether a detection speaks against the process.
    ///   - mastg: Entries of the guide, such as `MASTG-KNOW-0085`.
    public init(_ name: StaticString, kind: Kind = .threat, mastg: [StaticString] = []) {
      (self.name, self.kind) = (String(describing: name), kind)
      self.mastg = mastg.map { String(describing: $0) }
    }

    /// Says whether both have the same name.
    public static func == (left: Identifier, right: Identifier) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension IntegritySignal.Identifier {
  /// A debugger or another tracer is attached.
  public static let tracer = Self("debugger.tracer", mastg: ["MASTG-KNOW-0028", "MASTG-KNOW-0085"])
  /// Code in memory differs from the file that it was loaded from.
  public static let modifiedCode = Self(
    "code.modified", mastg: ["MASTG-KNOW-0032", "MASTG-KNOW-0029", "MASTG-KNOW-0086"])
  /// A library was loaded after the start.
  public static let addedLibrary = Self("library.added", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// The loader was told to load libraries that the program does not ask for.
  public static let preload = Self("library.preload", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// A library runs whose file is gone or was replaced.
  public static let deletedLibrary = Self("library.deleted", mastg: ["MASTG-KNOW-0030"])
  /// A library runs that was never a file on a disk.
  public static let filelessLibrary = Self("library.fileless", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// Memory can be written and run at the same time.
  public static let writableCode = Self("memory.writable-code", mastg: ["MASTG-KNOW-0032"])
  /// Memory runs that belongs to no file.
  public static let anonymousCode = Self("memory.anonymous-code", mastg: ["MASTG-KNOW-0032"])
  /// A tool that instruments programs is inside.
  public static let instrumentation = Self(
    "instrumentation.agent", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// The C library and the kernel tell different things.
  public static let lyingLibrary = Self("library.lies", mastg: ["MASTG-KNOW-0032", "MASTG-KNOW-0087"])
  /// The process runs as root.
  public static let rootUser = Self("environment.root", kind: .environment, mastg: ["MASTG-KNOW-0027"])
  /// The process holds privileges of root.
  public static let capabilities = Self(
    "environment.capabilities", kind: .environment, mastg: ["MASTG-KNOW-0027"])
  /// The system runs in a virtual machine.
  public static let virtualMachine = Self(
    "environment.virtual-machine", kind: .environment, mastg: ["MASTG-KNOW-0031", "MASTG-KNOW-0088"])
  /// The process runs in a container.
  public static let container = Self("environment.container", kind: .environment)
  /// The screen locks itself.
  public static let screenLock = Self(
    "device.screen-lock", kind: .environment, mastg: ["MASTG-TEST-0246", "MASTG-TEST-0248"])
}

extension IntegritySignal.Identifier {
  /// What the signal looks for, as a title.
  ///
  /// An identifier of the app's own has its name for a title.
  public var title: LocalizedText { Self.texts[name]?.title ?? LocalizedText(stringLiteral: name) }

  /// What a detection means, as a sentence.
  public var meaning: LocalizedText { Self.texts[name]?.meaning ?? LocalizedText(stringLiteral: name) }

  /// The identifiers that the toolkit's own probes use, in the order of reports.
  public static let known: [Self] = [
    .tracer, .modifiedCode, .instrumentation, .lyingLibrary, .preload, .addedLibrary, .filelessLibrary,
    .deletedLibrary, .writableCode, .anonymousCode, .rootUser, .capabilities, .virtualMachine, .container,
    .screenLock,
  ]

  private static let texts: [String: (title: LocalizedText, meaning: LocalizedText)] = [
    Self.tracer.name: (
      LocalizedText("Debugger", ja: "デバッガー"),
      LocalizedText(
        "Another process traces this one and can read and change all of it.",
        ja: "別のプロセスが追跡しており、メモリの読み取りと変更が可能な状態です。")
    ),
    Self.modifiedCode.name: (
      LocalizedText("Modified code", ja: "コードの改変"),
      LocalizedText(
        "Code in memory is not what stands in the file: a breakpoint or a hook.",
        ja: "メモリ上のコードがファイルの内容と異なります。ブレークポイントまたはフックの可能性があります。")
    ),
    Self.instrumentation.name: (
      LocalizedText("Instrumentation", ja: "計装ツール"),
      LocalizedText(
        "A tool that can watch and change programs as they run is inside.",
        ja: "実行中のプログラムを監視、変更できるツールが組み込まれています。")
    ),
    Self.lyingLibrary.name: (
      LocalizedText("Views that disagree", ja: "情報の食い違い"),
      LocalizedText(
        "The C library tells something else than the kernel: its functions are hooked.",
        ja: "C ライブラリとカーネルの情報が一致しません。ライブラリの関数がフックされています。")
    ),
    Self.preload.name: (
      LocalizedText("Preloaded library", ja: "ライブラリの事前読み込み"),
      LocalizedText(
        "The loader was told to put a library into the program.",
        ja: "プログラムにライブラリを差し込むよう、ローダーが指定されています。")
    ),
    Self.addedLibrary.name: (
      LocalizedText("Added library", ja: "追加されたライブラリ"),
      LocalizedText(
        "A library runs that was not there at the start.",
        ja: "起動時にはなかったライブラリが読み込まれています。")
    ),
    Self.filelessLibrary.name: (
      LocalizedText("Library without a file", ja: "ファイルのないライブラリ"),
      LocalizedText(
        "A library was loaded from memory and never stood on a disk.",
        ja: "ディスク上に存在しないライブラリがメモリから読み込まれています。")
    ),
    Self.deletedLibrary.name: (
      LocalizedText("Deleted library", ja: "削除されたライブラリ"),
      LocalizedText(
        "Code runs whose file was deleted or replaced; an update does that too.",
        ja: "実行中のコードのファイルが削除または置換されています。更新時にも起こります。")
    ),
    Self.writableCode.name: (
      LocalizedText("Writable code", ja: "書き込み可能なコード"),
      LocalizedText(
        "Memory can be written and run; programs that compile at run time need that.",
        ja: "書き込みと実行が同時に可能なメモリがあります。実行時コンパイルを行うプログラムでは正常です。")
    ),
    Self.anonymousCode.name: (
      LocalizedText("Code without a file", ja: "ファイルのないコード"),
      LocalizedText(
        "Memory runs that was loaded from no file; programs that compile at run time have that.",
        ja: "ファイルに由来しない実行可能メモリがあります。実行時コンパイルを行うプログラムでは正常です。")
    ),
    Self.rootUser.name: (
      LocalizedText("Root", ja: "root 権限"),
      LocalizedText("The process runs as root.", ja: "root として実行されています。")
    ),
    Self.capabilities.name: (
      LocalizedText("Privileges", ja: "特権"),
      LocalizedText(
        "The process holds privileges beyond those of a user.", ja: "一般ユーザーを超える特権を持っています。")
    ),
    Self.virtualMachine.name: (
      LocalizedText("Virtual machine", ja: "仮想マシン"),
      LocalizedText("The system runs in a virtual machine.", ja: "仮想マシン上で動作しています。")
    ),
    Self.container.name: (
      LocalizedText("Container", ja: "コンテナ"),
      LocalizedText("The process runs in a container.", ja: "コンテナ内で動作しています。")
    ),
    Self.screenLock.name: (
      LocalizedText("Screen lock", ja: "画面ロック"),
      LocalizedText("The device has a screen lock.", ja: "画面ロックが設定されています。")
    ),
    Self.jailbreak.name: (
      LocalizedText("Jailbreak", ja: "脱獄"),
      LocalizedText(
        "The system's restrictions on apps are gone.", ja: "アプリに対するシステムの制限が解除されています。")
    ),
    Self.simulator.name: (
      LocalizedText("Simulator", ja: "シミュレーター"),
      LocalizedText(
        "The app runs in the simulator or on a Mac.", ja: "シミュレーターまたは Mac 上で動作しています。")
    ),
    Self.debuggable.name: (
      LocalizedText("Debuggable app", ja: "デバッグ可能なアプリ"),
      LocalizedText(
        "The app's signature lets debuggers in or takes protections away.",
        ja: "アプリの署名がデバッガーの接続または保護の解除を許可しています。")
    ),
  ]
}

extension IntegritySignal {
  /// The state in words.
  public var stateText: LocalizedText {
    switch state {
    case .detected: LocalizedText("detected", ja: "検出")
    case .clean: LocalizedText("nothing found", ja: "検出なし")
    case .unavailable: LocalizedText("not available", ja: "確認不可")
    case .error: LocalizedText("failed", ja: "失敗")
    }
  }
}
