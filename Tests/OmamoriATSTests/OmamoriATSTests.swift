import Testing
@testable import OmamoriATS

@Suite struct PlaceholderOmamoriATS {}
