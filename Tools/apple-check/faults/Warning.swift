func nothing() {
  let unused = 1  // expect: was never used
}
