/// A class of the Open Cybersecurity Schema Framework that events become, with its names.
enum OCSFClass: Int {
  case base = 0
  case eventLogActivity = 1008
  case detectionFinding = 2004
  case accountChange = 3001
  case authentication = 3002
  case authorizeSession = 3003
  case entityManagement = 3004
  case networkActivity = 4001
  case applicationLifecycle = 6002
  case datastoreActivity = 6005
  case applicationError = 6008

  /// The number of the category, which that of the class begins with.
  var category: Int { rawValue / 1000 }

  /// The name of the category.
  var categoryName: String {
    switch category {
    case 1: "System Activity"
    case 2: "Findings"
    case 3: "Identity & Access Management"
    case 4: "Network Activity"
    case 6: "Application Activity"
    default: "Uncategorized"
    }
  }

  /// The name of the class.
  var name: String {
    switch self {
    case .base: "Base Event"
    case .eventLogActivity: "Event Log Activity"
    case .detectionFinding: "Detection Finding"
    case .accountChange: "Account Change"
    case .authentication: "Authentication"
    case .authorizeSession: "Authorize Session"
    case .entityManagement: "Entity Management"
    case .networkActivity: "Network Activity"
    case .applicationLifecycle: "Application Lifecycle"
    case .datastoreActivity: "Datastore Activity"
    case .applicationError: "Application Error"
    }
  }
}
