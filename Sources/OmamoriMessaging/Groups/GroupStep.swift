import OmamoriCore

/// What a step of a group gives, before it is kept.
///
/// A value; safe to share between threads.
struct GroupStep: Sendable {
  /// What happened.
  var events: [GroupEvent] = []
  /// What has to reach members.
  var outgoing: [GroupMachine.Outgoing] = []
  /// Messages that came before their keys.
  var messages: [OpenedGroupMessage] = []
  /// Changes of other records that are made with the step.
  var changes: [RecordChange] = []
}
