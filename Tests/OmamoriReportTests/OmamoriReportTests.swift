import Testing
@testable import OmamoriReport

@Suite struct PlaceholderOmamoriReport {}
