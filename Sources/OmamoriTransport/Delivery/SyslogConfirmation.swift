/// By what a syslog server shows that it read the messages, since it has no words for it.
public enum SyslogConfirmation: Sendable, Hashable, CaseIterable {
  /// It answers the client's goodbye (`close_notify`) with its own, which nobody in between can forge; rsyslogd with
  /// OpenSSL does so.
  case goodbye
  /// It ends the connection after the client's goodbye, and does not break it off; rsyslogd with GnuTLS does only that.
  ///
  /// Whoever can change packets on the way can end a connection, too, so that messages count as delivered that the server
  /// never read. Choose it for servers that say no goodbye, and compare the numbers of the messages there.
  case connectionEnd
}
