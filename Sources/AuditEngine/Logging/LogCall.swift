package import SwiftSyntax

/// A call that writes to the console, the system log or a log file.
package struct LogCall {
  /// How the log treats what is put into it.
  package enum Privacy {
    /// Everything is written as it is.
    case open
    /// Texts known only at run time are redacted unless they are marked as public.
    case redacting
  }

  /// The call.
  package let call: Call
  /// How the log treats what is put into it.
  package let privacy: Privacy

  /// The values that are written: arguments without a label and closures aside.
  package var values: [ExprSyntax] {
    call.arguments.filter { $0.label.map(Self.valueLabels.contains) ?? true }.map(\.value)
  }

  /// Every log call of a file.
  package static func all(in source: SwiftSource) -> [LogCall] {
    source.once(all: Self.self) {
      source.facts.calls(named: names.contains).compactMap { LogCall($0, in: source) }
    }
  }

  private init?(_ call: Call, in source: SwiftSource) {
    self.call = call
    if Self.functions.contains(call.name), call.receiver == nil || call.receiverPath == ["Swift"] {
      privacy = .open
    } else if call.name == "os_log" || call.name == "os_signpost" {
      privacy = .redacting
    } else if Self.cocoaLumberjack.contains(call.name), call.receiver == nil {
      privacy = .open
    } else if Self.levels.contains(call.name), let receiver = call.receiver, Self.isLog(receiver) {
      let isSystem =
        !source.facts.imports.isDisjoint(with: ["os", "OSLog"]) && !source.facts.imports.contains("Logging")
      privacy =
        isSystem && !receiver.trimmedDescription.lowercased().contains("crashlytics") ? .redacting : .open
    } else {
      return nil
    }
  }

  /// `logger`, `self.log`, `Logger.network`, `SwiftyBeaver`, `Crashlytics.crashlytics()`.
  private static func isLog(_ receiver: ExprSyntax) -> Bool {
    var path = NamePath.of(receiver)
    if path.isEmpty, let call = receiver.as(FunctionCallExprSyntax.self) {
      path = NamePath.of(call.calledExpression)
    }
    return path.contains { name in
      Words.of(name).contains { ["log", "logger", "logging", "crashlytics", "beaver", "logs"].contains($0) }
    }
  }

  private static let functions: Set = ["print", "debugPrint", "dump", "NSLog", "NSLogv", "printf", "CFShow"]
  private static let cocoaLumberjack: Set = [
    "DDLogInfo", "DDLogDebug", "DDLogVerbose", "DDLogWarn", "DDLogError",
  ]
  private static let levels: Set = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "fault", "log", "verbose", "warn",
    "severe",
    "record", "write",
  ]
  private static let names = functions.union(cocoaLumberjack).union(levels).union(["os_log", "os_signpost"])
  static let valueLabels: Set = ["message", "args", "items", "metadata"]
}
