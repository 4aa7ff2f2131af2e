/// The JSON Schema (draft 2020-12) of the documents that ``JSONRenderer`` writes.
///
/// The same text is in `Documentation/formats/omamori-audit.schema.json`.
package enum AuditJSONSchema {
  /// The schema, with a line feed at its end.
  package static let text = members + definitions

  /// What a document consists of.
  private static let members = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Omamori audit, version 2",
      "description": "What `omamori audit --format json` writes.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "schemaVersion", "tool", "target", "startedAt", "durationMs", "language", "score", "counts",
        "coverage", "checklist", "files", "inventory", "findings", "rules"
      ],
      "properties": {
        "schemaVersion": {"const": 2},
        "tool": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "version", "ruleSetHash"],
          "properties": {
            "name": {"type": "string"},
            "version": {"type": "string"},
            "ruleSetHash": {"$ref": "#/$defs/fingerprint"}
          }
        },
        "target": {
          "type": "object",
          "additionalProperties": false,
          "required": ["path", "kind", "isApp"],
          "properties": {
            "path": {"type": "string"},
            "kind": {
              "enum": [
                "xcodeProject", "swiftPackage", "sourceTree", "file", "propertyList", "appBundle", "ipa"
              ]
            },
            "isApp": {"type": "boolean"},
            "bundleId": {"type": "string"},
            "version": {"type": "string"},
            "commit": {"type": "string"}
          }
        },
        "startedAt": {"type": "string", "format": "date-time"},
        "durationMs": {"$ref": "#/$defs/count"},
        "language": {"enum": ["en", "ja"]},
        "score": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "value", "bound", "worst", "strictCoverage", "suppressed", "baseline", "rules", "categories",
            "checklist"
          ],
          "properties": {
            "value": {"$ref": "#/$defs/score"},
            "reason": {"type": "string", "description": "Why there is no score; there when value is null."},
            "bound": {
              "type": "integer",
              "description": "The highest score that the worst open finding allows.",
              "minimum": 0,
              "maximum": 100
            },
            "worst": {"enum": [null, "low", "medium", "high", "critical"]},
            "strictCoverage": {"type": "boolean"},
            "suppressed": {
              "type": "object",
              "description": "Suppressed findings, which do not count, and the score if they did.",
              "additionalProperties": false,
              "required": ["findings", "scoreWithThem"],
              "properties": {"findings": {"$ref": "#/$defs/count"}, "scoreWithThem": {"$ref": "#/$defs/score"}}
            },
            "baseline": {
              "type": "object",
              "description": "Open findings that a baseline knows, which count, and the score if they did not.",
              "additionalProperties": false,
              "required": ["findings", "scoreWithoutThem"],
              "properties": {
                "findings": {"$ref": "#/$defs/count"},
                "scoreWithoutThem": {"$ref": "#/$defs/score"}
              }
            },
            "rules": {
              "type": "array",
              "description": "What lowers the score, heaviest first; weights in thousandths.",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["rule", "severity", "findings", "weight"],
                "properties": {
                  "rule": {"type": "string"},
                  "severity": {"$ref": "#/$defs/severity"},
                  "findings": {"$ref": "#/$defs/count"},
                  "weight": {"$ref": "#/$defs/count"}
                }
              }
            },
            "categories": {
              "type": "array",
              "items": {"$ref": "#/$defs/category"},
              "minItems": 10,
              "maxItems": 10
            },
            "checklist": {
              "type": "object",
              "description": "The sum of the seven areas; not the score of the audit.",
              "additionalProperties": false,
              "required": ["value", "withoutSuppressions", "deductions"],
              "properties": {
                "value": {"$ref": "#/$defs/score"},
                "withoutSuppressions": {"$ref": "#/$defs/score"},
                "deductions": {"type": "array", "items": {"$ref": "#/$defs/deduction"}}
              }
            }
          }
        },
        "counts": {
          "type": "object",
          "description": "The findings that text and HTML show, by severity, and those that they do not show, by reason.",
          "additionalProperties": false,
          "required": ["shown", "notShown"],
          "properties": {
            "shown": {
              "type": "object",
              "additionalProperties": false,
              "required": ["critical", "high", "medium", "low", "info"],
              "properties": {
                "critical": {"$ref": "#/$defs/count"},
                "high": {"$ref": "#/$defs/count"},
                "medium": {"$ref": "#/$defs/count"},
                "low": {"$ref": "#/$defs/count"},
                "info": {"$ref": "#/$defs/count"}
              }
            },
            "notShown": {
              "type": "object",
              "additionalProperties": false,
              "required": ["suppressed", "baseline", "lowerConfidence", "lowerSeverity"],
              "properties": {
                "suppressed": {"$ref": "#/$defs/count"},
                "baseline": {"$ref": "#/$defs/count"},
                "lowerConfidence": {"$ref": "#/$defs/count"},
                "lowerSeverity": {"$ref": "#/$defs/count"}
              }
            }
          }
        },
        "coverage": {
          "type": "object",
          "additionalProperties": false,
          "required": ["inputs", "areas", "maswe", "mastg"],
          "properties": {
            "inputs": {
              "type": "array",
              "items": {
                "enum": [
                  "binary", "dependencies", "entitlements", "infoPlist", "interfaceBuilder",
                  "objectiveC", "privacyManifest", "project", "swift"
                ]
              },
              "uniqueItems": true
            },
            "areas": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["area", "title", "examined", "state", "reason"],
                "properties": {
                  "area": {"$ref": "#/$defs/area"},
                  "title": {"type": "string"},
                  "examined": {"type": "boolean"},
                  "state": {"enum": ["passed", "failed", "notApplicable", "unknown"]},
                  "reason": {"type": "string"}
                }
              },
              "minItems": 7,
              "maxItems": 7
            },
            "maswe": {"type": "array", "items": {"$ref": "#/$defs/covered"}},
            "mastg": {"type": "array", "items": {"$ref": "#/$defs/covered"}}
          }
        },
        "profiles": {
          "description": "The profiles of OWASP MAS that --profile chose; absent when the audit is about all.",
          "$ref": "#/$defs/profiles"
        },
        "checklist": {
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["id", "question", "answer", "reason", "findings", "evidence"],
            "properties": {
              "id": {"type": "string"},
              "question": {"type": "string"},
              "answer": {"enum": ["pass", "fail", "attention", "unknown", "notApplicable"]},
              "reason": {"type": "string"},
              "findings": {"type": "array", "items": {"$ref": "#/$defs/fingerprint"}},
              "evidence": {"type": "array", "items": {"$ref": "#/$defs/evidence"}}
            }
          }
        },
        "files": {
          "type": "object",
          "additionalProperties": false,
          "required": ["scanned", "excluded", "skipped", "parseErrors"],
          "properties": {
            "scanned": {"$ref": "#/$defs/count"},
            "excluded": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["context", "files"],
                "properties": {"context": {"$ref": "#/$defs/context"}, "files": {"$ref": "#/$defs/count"}}
              }
            },
            "skipped": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["file", "reason", "message"],
                "properties": {
                  "file": {"type": "string"},
                  "reason": {
                    "enum": ["unreadable", "tooLarge", "encoding", "link", "malformed", "special"]
                  },
                  "message": {"type": "string"}
                }
              }
            },
            "parseErrors": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["file", "errors"],
                "properties": {"file": {"type": "string"}, "errors": {"$ref": "#/$defs/count"}}
              }
            }
          }
        },
        "inventory": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "permissions", "entitlements", "urlSchemes", "atsExceptions", "domains", "dependencies",
            "binaries"
          ],
          "properties": {
            "permissions": {"type": "array", "items": {"type": "string"}},
            "entitlements": {"type": "array", "items": {"type": "string"}},
            "urlSchemes": {"type": "array", "items": {"type": "string"}},
            "atsExceptions": {"type": "array", "items": {"type": "string"}},
            "domains": {"type": "array", "items": {"type": "string"}},
            "dependencies": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "version", "source"],
                "properties": {
                  "name": {"type": "string"},
                  "version": {"type": ["string", "null"]},
                  "source": {"type": "string"}
                }
              }
            },
            "binaries": {"type": "array", "items": {"type": "string"}}
          }
        },
        "fixes": {
          "type": "array",
          "description": "Present when repairs were asked for.",
          "items": {"$ref": "#/$defs/repair"}
        },
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
        "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}},
        "configuration": {
          "type": "object",
          "description": "Present when a configuration was in force; what it changed, for people.",
          "additionalProperties": false,
          "required": ["file", "changes"],
          "properties": {
            "file": {"type": "string"},
            "changes": {"type": "array", "items": {"type": "string"}}
          }
        },
        "baseline": {
          "type": "object",
          "description": "Present when findings were compared with a baseline.",
          "additionalProperties": false,
          "required": ["known", "unchanged", "new", "fixed"],
          "properties": {
            "known": {"$ref": "#/$defs/count"},
            "unchanged": {"$ref": "#/$defs/count"},
            "new": {"$ref": "#/$defs/count"},
            "fixed": {"type": "array", "items": {"$ref": "#/$defs/fingerprint"}}
          }
        }
      },

    """#
}
