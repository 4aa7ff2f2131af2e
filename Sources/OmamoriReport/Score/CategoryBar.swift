/// How one category of the 2024 list fares: 100 points, less what its findings cost.
package struct CategoryBar: Sendable, Hashable {
  /// The category.
  package let category: OWASPMobile2024
  /// Whether material was there in which weaknesses of the category can be seen.
  package let isExamined: Bool
  /// What was deducted, one line a rule.
  package let deductions: [Deduction]

  init(category: OWASPMobile2024, isExamined: Bool, deductions: [Deduction]) {
    (self.category, self.isExamined, self.deductions) = (category, isExamined, deductions)
  }

  /// 100 points less all deductions, in thousandths; below 0 when they exceed 100 points.
  package var balance: Int { 100_000 - deductions.reduce(0) { $0 + $1.thousandths } }

  /// The height of the bar in thousandths of a point, 0…100,000.
  package var thousandths: Int { max(0, balance) }

  /// The height of the bar in whole points, rounded down, 0…100.
  package var value: Int { thousandths / 1000 }
}
