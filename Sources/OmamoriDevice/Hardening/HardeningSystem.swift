/// What a system answers to a process that wants to harden itself.
protocol HardeningSystem: Sendable {
  /// Whether what the measure protects from is refused now, as the system says or a trial shows.
  func isInPlace(_ measure: HardeningMeasure) -> Bool

  /// Why the measure cannot be had here; `nil` when it can.
  func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle?

  /// Takes the measure.
  func enact(_ measure: HardeningMeasure) -> HardeningAnswer
}

/// What a system said to a measure.
enum HardeningAnswer: Hashable {
  case done
  case absent(HardeningOutcome.Obstacle)
  case failed(code: Int32)
}
