public import OmamoriCore

extension AuditLog {
  /// Prepares to hand the log on; call ``LogDelivery/run()`` or ``LogDelivery/flush()`` on what is returned.
  ///
  /// One collector a log: how far it has the log is kept in the log's folder.
  ///
  /// - Parameters:
  ///   - delivery: The way to the collector.
  ///   - format: The format of events that are still in memory.
  ///   - source: Who writes the log.
  ///   - settings: Sizes and pauses.
  /// - Returns: What hands the log on.
  /// - Throws: ``AuditLogError/storage(_:)`` and ``AuditLogError/format(_:)`` when it cannot be read how far the log was
  ///   handed on.
  public func delivery(
    to delivery: any Delivery, as format: ExportFormat = .jsonLines, from source: ExportSource,
    settings: DeliverySettings = DeliverySettings()
  ) async throws(AuditLogError) -> LogDelivery {
    try await LogDelivery(setting, history, to: delivery, as: format, from: source, settings)
  }
}
