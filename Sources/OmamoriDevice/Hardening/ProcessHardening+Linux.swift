#if os(Linux)
import CHardening
import OmamoriCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// This process, on Linux.
struct ProcessHardening: HardeningSystem {
  func isInPlace(_ measure: HardeningMeasure) -> Bool {
    switch measure {
    case .denyWriteExecute: omamori_hardening_denies_write_execute() == 1
    case .filterWriteExecute: omamori_hardening_writable_code_is_refused() == 1
    case .notDumpable: omamori_hardening_is_hidden() == 1
    case .noCoreFiles: omamori_hardening_has_no_core() == 1
    case .secretMemory: SecretBacking.isInUse
    }
  }

  func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle? {
    switch measure {
    case .denyWriteExecute: omamori_hardening_denies_write_execute() < 0 ? .kernel : nil
    case .filterWriteExecute: omamori_hardening_has_filters() < 0 ? .kernel : nil
    case .secretMemory:
      switch SecretBacking.trial(of: Self.openSecretMemory) {
      case ENOSYS: .kernel
      default: nil
      }
    case .notDumpable, .noCoreFiles: nil
    }
  }

  func enact(_ measure: HardeningMeasure) -> HardeningAnswer {
    switch measure {
    case .denyWriteExecute: Self.answer(omamori_hardening_deny_write_execute())
    case .filterWriteExecute: Self.answer(omamori_hardening_filter_write_execute())
    case .notDumpable: Self.answer(omamori_hardening_hide())
    case .noCoreFiles: Self.answer(omamori_hardening_forbid_core())
    case .secretMemory: Self.answer(SecretBacking.use(Self.openSecretMemory))
    }
  }

  /// What an error number of the kernel means: it does not know the call, or one of its options, or it refuses.
  static func answer(_ code: Int32) -> HardeningAnswer {
    switch code {
    case 0: .done
    case ENOSYS, EINVAL, EOPNOTSUPP: .absent(.kernel)
    default: .failed(code: code)
    }
  }

  /// Opens memory that the kernel cannot read.
  private static func openSecretMemory() -> Int32 { omamori_hardening_secret_memory() }
}
#endif
