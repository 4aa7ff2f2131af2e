import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// Looks at everything that a keychain needs, without unlocking it.
struct KeychainDoctor {
  private let folder: String
  private let witness: String?

  init(_ folder: String, witness: String?) { (self.folder, self.witness) = (folder, witness) }

  /// What there is to say, the most important first.
  func examine() async -> [Diagnosis] {
    let file: KeychainFile
    let slots: [KeychainSlot]
    do throws(KeychainError) {
      file = try await KeychainFile.open(at: folder)
      slots = try await file.slots()
    } catch {
      return [Diagnosis("keychain", error), await agent()]
    }
    await file.close()
    let name = Printable.quote(folder)
    var diagnoses = [
      Diagnosis(
        "keychain", .good,
        LocalizedText("The keychain is in \(name) and private.", ja: "キーチェーンは \(name) にあり、ほかのユーザーからは読めません。"))
    ]
    diagnoses.append(Self.slots(slots))
    diagnoses.append(await agent())
    diagnoses += deviceKey()
    if slots.contains(where: { $0.kind == .keyFile }), StandardKeychain.hasKeyFile {
      diagnoses += Self.excluded(
        "key-file", StandardKeychain.keyFile, LocalizedText("The key file of this machine", ja: "このマシンの鍵ファイル")
      )
    }
    diagnoses.append(await Self.tpm(slots))
    diagnoses.append(await Self.secretService(slots))
    diagnoses.append(Self.memory())
    diagnoses.append(rollback())
    return diagnoses
  }

  private func rollback() -> Diagnosis {
    if let witness { return Self.witness(witness) }
    return Diagnosis(
      "rollback", .note,
      LocalizedText(
        "There is no witness, so only an agent that stays notices an old copy of the keychain.",
        ja: "証人ファイルがないため、古いコピーのキーチェーンを検出できるのは動作し続けるエージェントだけです。"),
      cure: LocalizedText(
        "Give --witness or OMAMORI_WITNESS a file on another disk.",
        ja: "--witness または OMAMORI_WITNESS に、別のディスクのファイルを指定してください。"))
  }

  /// What can be said of a witness without the keychain's keys, which alone can read it.
  private static func witness(_ path: String) -> Diagnosis {
    guard case .success(let status) = FileStatus.of(path, followsLink: false) else {
      return Diagnosis(
        "rollback", .attention,
        LocalizedText(
          "There is no witness at \(Printable.quote(path)).", ja: "\(Printable.quote(path)) に証人ファイルがありません。"),
        cure: LocalizedText(
          "Put it back or mount its disk; the first change makes one where there never was any.",
          ja: "元に戻すか、そのディスクをマウントしてください。一度も作成されていなければ、最初の変更時に作成されます。"))
    }
    guard status.kind == .file, status.permissions & 0o077 == 0, status.owner == geteuid() else {
      return Diagnosis(
        "rollback", .attention,
        LocalizedText(
          "The witness \(Printable.quote(path)) cannot be used: it is no file, not yours, or open to others.",
          ja: "証人ファイル \(Printable.quote(path)) を使用できません。ファイルでないか、所有者または権限が正しくありません。"),
        cure: LocalizedText(
          "Make it a file of yours with the permissions 0600.", ja: "自分が所有する権限 0600 のファイルにしてください。"))
    }
    return Diagnosis(
      "rollback", .good,
      LocalizedText(
        "There is a witness, with which every command compares the keychain that it opens.",
        ja: "証人ファイルがあり、キーチェーンを開くたびに照合されます。"))
  }

  private static func slots(_ slots: [KeychainSlot]) -> Diagnosis {
    let kinds = slots.map { SlotWord($0.kind).rawValue }.joined(separator: ", ")
    guard slots.count > 1 else {
      return Diagnosis(
        "slots", .note,
        LocalizedText(
          "One slot opens it (\(kinds)); when that is lost everything is.",
          ja: "開けるスロットは 1 つ（\(kinds)）だけで、失うと何も取り出せません。"),
        cure: LocalizedText(
          "Add another one with `omamori keychain slot add recovery-code`.",
          ja: "`omamori keychain slot add recovery-code` で追加してください。"))
    }
    return Diagnosis(
      "slots", .good,
      LocalizedText("\(slots.count) slots open it: \(kinds).", ja: "\(slots.count) 個のスロットで開けます: \(kinds)。"))
  }

  private func agent() async -> Diagnosis {
    do throws(KeychainError) {
      let status = try await AgentKeychain.connect().status()
      guard try await StandardKeychain.agent(of: folder) != nil else {
        return Diagnosis(
          "agent", .note,
          LocalizedText("The agent holds another keychain.", ja: "エージェントは別のキーチェーンを使用しています。"),
          cure: LocalizedText(
            "End it with `omamori keychain agent --stop` to use it for this one.",
            ja: "このキーチェーンに使うには、`omamori keychain agent --stop` で終了してください。"))
      }
      switch status.lockState {
      case .unlocked:
        return Diagnosis(
          "agent", .good, LocalizedText("The agent holds it unlocked.", ja: "エージェントがロックを解除しています。"))
      case .locked, .beforeFirstUnlock, .unavailable:
        return Diagnosis(
          "agent", .attention,
          LocalizedText(
            "The agent's keychain is locked, so commands and programs that use it fail.",
            ja: "エージェントのキーチェーンがロックされているため、利用するコマンドやプログラムは失敗します。"),
          cure: LocalizedText("Run `omamori keychain unlock`.", ja: "`omamori keychain unlock` を実行してください。"))
      }
    } catch {
      guard error == .unavailable(.agent) else { return Diagnosis("agent", error) }
      return Diagnosis(
        "agent", .note,
        LocalizedText(
          "No agent runs, so each command opens the keychain itself.",
          ja: "エージェントが動作していないため、コマンドごとにキーチェーンを開きます。"),
        cure: LocalizedText("`omamori keychain unlock` starts one.", ja: "`omamori keychain unlock` で起動できます。")
      )
    }
  }

  private func deviceKey() -> [Diagnosis] {
    let path = folder + "/device.key"
    // because the name is a string that outlives the call
    guard unsafe access(path, F_OK) == 0 else {
      return [
        Diagnosis(
          "device-key", .attention,
          LocalizedText(
            "The key of this device is missing, so items of this device only cannot be opened.",
            ja: "デバイスの鍵がないため、このデバイス専用の項目を開けません。"),
          cure: LocalizedText(
            "On the device they were made on, restore device.key; elsewhere they stay closed.",
            ja: "作成したデバイスでは device.key を復元してください。ほかのデバイスでは開けません。"))
      ]
    }
    return Self.excluded("device-key", path, LocalizedText("The key of this device", ja: "デバイスの鍵"))
  }

  private static func excluded(_ subject: String, _ path: String, _ name: LocalizedText) -> [Diagnosis] {
    do throws(KeychainError) {
      switch try BackupExclusion.status(of: path).summary {
      case .excluded, .partlyExcluded:
        return [
          Diagnosis(
            subject, .good,
            LocalizedText("\(name.english) is left out of backups.", ja: "\(name.japanese)はバックアップから除外されています。")
          )
        ]
      case .notExcluded, .unsupported:
        return [
          Diagnosis(
            subject, .attention,
            LocalizedText("\(name.english) gets into backups.", ja: "\(name.japanese)がバックアップに含まれます。"),
            cure: LocalizedText(
              "Leave \(Printable.quote(path)) out of them.", ja: "\(Printable.quote(path)) を対象から外してください。"))
        ]
      }
    } catch {
      return [Diagnosis(subject, error)]
    }
  }

  private static func tpm(_ slots: [KeychainSlot]) async -> Diagnosis {
    let isUsed = slots.contains { $0.kind == .tpm }
    let tpm = await SystemTPM.examine()
    let place = tpm.address.map(Printable.quote) ?? "TPM2TOOLS_TCTI"
    guard let problem = tpm.problem else {
      return Diagnosis(
        "tpm", .good, LocalizedText("The TPM \(place) answers.", ja: "TPM \(place) を利用できます。"))
    }
    let need =
      isUsed
      ? LocalizedText("A slot needs the TPM \(place).", ja: "スロットに TPM \(place) が必要です。")
      : LocalizedText("No slot needs the TPM \(place).", ja: "TPM \(place) を使うスロットはありません。")
    return Diagnosis(
      "tpm", isUsed ? .attention : .note,
      LocalizedText(
        "\(problem.explanation.english) \(need.english)", ja: problem.explanation.japanese + need.japanese),
      cure: isUsed ? problem.recovery : nil)
  }

  private static func secretService(_ slots: [KeychainSlot]) async -> Diagnosis {
    let isUsed = slots.contains { $0.kind == .secretService }
    do throws(KeychainError) {
      let status = try await SecretServiceKeychain().status()
      if status.encryption == .plainText {
        return Diagnosis(
          "secret-service", isUsed ? .attention : .note,
          LocalizedText(
            "The Secret Service keeps its secrets in clear, since its collection has no password.",
            ja: "Secret Service のコレクションにパスワードがなく、内容が平文で保存されています。"),
          cure: LocalizedText("Give the collection a password.", ja: "コレクションにパスワードを設定してください。"))
      }
      return status.isLocked
        ? Diagnosis(
          "secret-service", isUsed ? .attention : .note,
          LocalizedText("The Secret Service is locked.", ja: "Secret Service がロックされています。"),
          cure: LocalizedText(
            "Log in to the desktop, or unlock its collection.", ja: "デスクトップにログインするか、コレクションのロックを解除してください。"))
        : Diagnosis(
          "secret-service", .good, LocalizedText("The Secret Service answers.", ja: "Secret Service は利用できます。")
        )
    } catch {
      return isUsed
        ? Diagnosis("secret-service", error)
        : Diagnosis(
          "secret-service", .note,
          LocalizedText(
            "There is no Secret Service; no slot needs one.", ja: "Secret Service は利用できません。これを使うスロットもありません。"))
    }
  }

  private static func memory() -> Diagnosis {
    let isLocked = SecretBytes(count: 32) { _ in }.isLocked
    return isLocked
      ? Diagnosis(
        "memory", .good, LocalizedText("Secrets in memory are kept out of swap.", ja: "メモリ上の秘密情報はスワップされません。")
      )
      : Diagnosis(
        "memory", .attention,
        LocalizedText("Secrets in memory can get into swap.", ja: "メモリ上の秘密情報がスワップされる可能性があります。"),
        cure: LocalizedText("Raise RLIMIT_MEMLOCK (ulimit -l).", ja: "RLIMIT_MEMLOCK（ulimit -l）を引き上げてください。"))
  }
}
