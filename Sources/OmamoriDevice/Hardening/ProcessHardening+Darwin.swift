#if canImport(Darwin)
import Darwin

/// This process, on Apple's systems, whose code signing and sandbox do what the other measures are for.
struct ProcessHardening: HardeningSystem {
  func isInPlace(_ measure: HardeningMeasure) -> Bool {
    guard measure == .noCoreFiles else { return false }
    var limit = rlimit()
    // because the limit is a variable of this function
    return unsafe getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0
  }

  func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle? {
    measure == .noCoreFiles ? nil : .platform
  }

  func enact(_ measure: HardeningMeasure) -> HardeningAnswer {
    guard measure == .noCoreFiles else { return .absent(.platform) }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    // because the limit is a variable of this function
    return unsafe setrlimit(RLIMIT_CORE, &none) == 0 ? .done : .failed(code: errno)
  }
}
#endif
