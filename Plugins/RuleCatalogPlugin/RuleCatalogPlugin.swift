import Foundation
import PackagePlugin

/// Writes the list of all rules before AuditRules is compiled, so that a rule is added by adding its file.
@main struct RuleCatalogPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    let rules = module.sourceFiles(withSuffix: ".swift").map(\.url)
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "RuleCatalog+All.swift")
    return [
      .buildCommand(
        displayName: "Listing the rules of the audit",
        executable: try context.tool(named: "RuleCatalogGenerator").url,
        arguments: [output.path] + rules.map(\.path),
        inputFiles: rules, outputFiles: [output])
    ]
  }
}
