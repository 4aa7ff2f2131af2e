extension SecretScreening {
  /// What would stand in a record in the place of a public value; nothing is recorded.
  ///
  /// - Parameter value: The value.
  /// - Returns: The value, with what looks like a secret taken out.
  /// - Throws: ``AuditLogError/event(_:)`` when something was found and is to be refused.
  package func trial(_ value: AuditValue) throws(AuditLogError) -> AuditValue { try screened(value) }
}
