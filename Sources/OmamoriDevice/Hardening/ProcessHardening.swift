#if canImport(Darwin)
import Darwin
#else
import CHardening
import OmamoriCore
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// This process; on Apple systems, where code signing and the sandbox do what the other measures are for, only core files
/// are left to forbid.
struct ProcessHardening: HardeningSystem {
  func isInPlace(_ measure: HardeningMeasure) -> Bool {
    #if canImport(Darwin)
    guard measure == .noCoreFiles else { return false }
    var limit = rlimit()
    // because the limit is a variable of this function
    return unsafe getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0
    #else
    switch measure {
    case .denyWriteExecute: omamori_hardening_denies_write_execute() == 1
    case .filterWriteExecute: omamori_hardening_writable_code_is_refused() == 1
    case .notDumpable: omamori_hardening_is_hidden() == 1
    case .noCoreFiles: omamori_hardening_has_no_core() == 1
    case .secretMemory: SecretBacking.isInUse
    }
    #endif
  }

  func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle? {
    #if canImport(Darwin)
    measure == .noCoreFiles ? nil : .platform
    #else
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
    #endif
  }

  func enact(_ measure: HardeningMeasure) -> HardeningAnswer {
    #if canImport(Darwin)
    guard measure == .noCoreFiles else { return .absent(.platform) }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    // because the limit is a variable of this function
    return unsafe setrlimit(RLIMIT_CORE, &none) == 0 ? .done : .failed(code: errno)
    #else
    switch measure {
    case .denyWriteExecute: Self.answer(omamori_hardening_deny_write_execute())
    case .filterWriteExecute: Self.answer(omamori_hardening_filter_write_execute())
    case .notDumpable: Self.answer(omamori_hardening_hide())
    case .noCoreFiles: Self.answer(omamori_hardening_forbid_core())
    case .secretMemory: Self.answer(SecretBacking.use(Self.openSecretMemory))
    }
    #endif
  }

  #if !canImport(Darwin)
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
  #endif
}
