/// What the reader stumbled over, before its place is counted in lines.
struct JSONFault: Error {
  let problem: JSONProblem
  let offset: Int

  init(_ problem: JSONProblem, at offset: Int) { (self.problem, self.offset) = (problem, offset) }
}
