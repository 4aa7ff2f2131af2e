/// The identity of one table of parameters; handles carry it so that they are read in the right place only.
final class TableIdentity: Sendable {}
