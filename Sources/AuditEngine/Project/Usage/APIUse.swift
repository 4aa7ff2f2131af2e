package import OmamoriReport

/// A place in the sources where something is used that a rule about the whole project wants to know of.
package struct APIUse: Sendable, Hashable {
  /// What is used.
  package enum Subject: Sendable, Hashable {
    /// An API that needs the person's permission.
    case permission(PermissionFamily)
    /// An API whose use has to be explained in the privacy manifest.
    case requiredReason(RequiredReasonFamily)
    /// A question whether another app can open a URL, with its scheme in lower case.
    case canOpenScheme(String)
    /// A handler of universal links.
    case universalLinkHandler
    /// A handler of URLs that other apps open.
    case urlHandler
    /// Files or databases in the Documents folder.
    case documentsFolder
    /// A certificate that is read from the bundle, with its file name.
    case bundledCertificate(String)
    /// An address of a tracker, with its host.
    case trackerHost(String)
    /// A decision about the keyboards of other makers.
    case keyboardDecision
    /// A field of SwiftUI for something secret that is not secure, with what it asks for as its name.
    case plainSecretField
  }

  /// What is used.
  package let subject: Subject
  /// The name in the source, such as `CLLocationManager`.
  package let name: String
  /// The file.
  package let file: String
  /// Where in the file.
  package let region: SourceRegion
  /// The first line of the place.
  package let snippet: String
  /// What the file is for.
  package let context: FileContext
}
