func number(_ isKnown: Bool) -> Int {
  let result: Int
  if isKnown { result = 1 }
  return result  // expect: used before being initialized
}
