func sign(of number: Int) -> Int {
  if number < 0 { return -1 }
}  // expect: missing return in global function
