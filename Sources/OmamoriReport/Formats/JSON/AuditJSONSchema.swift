/// The JSON Schema (draft 2020-12) of the documents that ``JSONRenderer`` writes.
///
/// The same text is in `Documentation/formats/omamori-audit.schema.json`.
public enum AuditJSONSchema {
  /// The schema, with a line feed at its end.
  public static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Omamori audit, version 1",
      "description": "What `omamori audit --format json` writes.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "schemaVersion", "tool", "target", "startedAt", "durationMs", "language", "score", "coverage",
        "checklist", "files", "inventory", "findings", "rules"
      ],
      "properties": {
        "schemaVersion": {"const": 1},
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
            "checklist", "overall", "strictCoverage", "withoutSuppressions", "categories", "deductions"
          ],
          "properties": {
            "checklist": {"$ref": "#/$defs/score"},
            "overall": {"$ref": "#/$defs/score"},
            "strictCoverage": {"type": "boolean"},
            "withoutSuppressions": {
              "type": "object",
              "additionalProperties": false,
              "required": ["checklist", "overall"],
              "properties": {"checklist": {"$ref": "#/$defs/score"}, "overall": {"$ref": "#/$defs/score"}}
            },
            "categories": {
              "type": "array",
              "items": {"$ref": "#/$defs/category"},
              "minItems": 10,
              "maxItems": 10
            },
            "deductions": {"type": "array", "items": {"$ref": "#/$defs/deduction"}},
            "reason": {"type": "string", "description": "Why a score is null; there when one is."}
          }
        },
        "coverage": {
          "type": "object",
          "additionalProperties": false,
          "required": ["inputs", "areas", "mastg"],
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
            "mastg": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["id", "status"],
                "properties": {
                  "id": {"type": "string", "pattern": "^MASTG-TEST-[0-9]{4}$"},
                  "status": {"enum": ["failed", "review", "passed", "notChecked", "notStatic"]}
                }
              }
            }
          }
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
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
        "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}},
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
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "score": {"type": ["integer", "null"], "minimum": 0, "maximum": 100},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "low", "medium", "high", "critical"]},
        "confidence": {"enum": ["low", "medium", "high"]},
        "context": {"enum": ["app", "test", "vendor", "script", "generated", "example"]},
        "owasp": {"type": "string", "pattern": "^M([1-9]|10)$"},
        "area": {"enum": ["ats", "integrity", "pinning", "keychain", "api", "logs", "debugCode"]},
        "evidence": {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind", "file", "line", "message"],
          "properties": {
            "kind": {"type": "string"},
            "file": {"type": "string"},
            "line": {"type": ["integer", "null"]},
            "message": {"type": "string"}
          }
        },
        "deduction": {
          "type": "object",
          "description": "Points lost; the deductions of a score add up to what is missing from 100.",
          "additionalProperties": false,
          "required": ["score", "subject", "thousandths", "reason", "findings", "evidence"],
          "properties": {
            "score": {"enum": ["checklist", "overall", "category"]},
            "subject": {"type": "string", "description": "An area, a category, or worst: and a category."},
            "thousandths": {"$ref": "#/$defs/count"},
            "reason": {"type": "string"},
            "findings": {"type": "array", "items": {"$ref": "#/$defs/fingerprint"}},
            "evidence": {"type": "array", "items": {"$ref": "#/$defs/evidence"}}
          }
        },
        "category": {
          "type": "object",
          "additionalProperties": false,
          "required": ["category", "title", "examined", "score", "thousandths", "deductions"],
          "properties": {
            "category": {"$ref": "#/$defs/owasp"},
            "title": {"type": "string"},
            "examined": {"type": "boolean"},
            "score": {"type": "integer", "minimum": 0, "maximum": 100},
            "thousandths": {"type": "integer", "minimum": 0, "maximum": 100000},
            "deductions": {"type": "array", "items": {"$ref": "#/$defs/deduction"}}
          }
        },
        "step": {
          "type": "object",
          "additionalProperties": false,
          "required": ["file", "line", "column", "message"],
          "properties": {
            "file": {"type": "string"},
            "line": {"$ref": "#/$defs/count"},
            "column": {"$ref": "#/$defs/count"},
            "message": {"type": "string"}
          }
        },
        "fix": {
          "type": "object",
          "additionalProperties": false,
          "required": ["text", "snippet", "library"],
          "properties": {
            "text": {"type": "string"},
            "snippet": {"type": "string"},
            "library": {"type": ["string", "null"]}
          }
        },
        "rule": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "id", "title", "why", "severity", "confidence", "cwe", "owaspMobile2024", "owaspMobile2016",
            "masvs", "mastg", "fix"
          ],
          "properties": {
            "id": {"type": "string"},
            "title": {"type": "string"},
            "why": {"type": "string"},
            "severity": {"$ref": "#/$defs/severity"},
            "confidence": {"$ref": "#/$defs/confidence"},
            "cwe": {"type": "array", "items": {"type": "string", "pattern": "^CWE-[0-9]+$"}},
            "owaspMobile2024": {"type": "array", "items": {"$ref": "#/$defs/owasp"}},
            "owaspMobile2016": {"type": "array", "items": {"$ref": "#/$defs/owasp"}},
            "masvs": {"type": "array", "items": {"type": "string", "pattern": "^MASVS-"}},
            "mastg": {"type": "array", "items": {"type": "string", "pattern": "^MASTG-TEST-[0-9]{4}$"}},
            "fix": {"$ref": "#/$defs/fix"}
          }
        },
        "finding": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "id", "rule", "title", "message", "severity", "confidence", "file", "startLine",
            "startColumn", "endLine", "endColumn", "snippet", "context", "cwe", "owaspMobile2024",
            "owaspMobile2016", "masvs", "mastg", "flow", "related", "fix", "suppressed", "baselineState"
          ],
          "properties": {
            "id": {"$ref": "#/$defs/fingerprint"},
            "rule": {"type": "string"},
            "title": {"type": "string"},
            "message": {"type": "string"},
            "severity": {"$ref": "#/$defs/severity"},
            "confidence": {"$ref": "#/$defs/confidence"},
            "file": {"type": "string"},
            "startLine": {"$ref": "#/$defs/count"},
            "startColumn": {"$ref": "#/$defs/count"},
            "endLine": {"$ref": "#/$defs/count"},
            "endColumn": {"$ref": "#/$defs/count"},
            "snippet": {"type": "string"},
            "context": {"$ref": "#/$defs/context"},
            "cwe": {"type": "array", "items": {"type": "string", "pattern": "^CWE-[0-9]+$"}},
            "owaspMobile2024": {"type": "array", "items": {"$ref": "#/$defs/owasp"}},
            "owaspMobile2016": {"type": "array", "items": {"$ref": "#/$defs/owasp"}},
            "masvs": {"type": "array", "items": {"type": "string", "pattern": "^MASVS-"}},
            "mastg": {"type": "array", "items": {"type": "string", "pattern": "^MASTG-TEST-[0-9]{4}$"}},
            "flow": {"type": "array", "items": {"$ref": "#/$defs/step"}},
            "related": {"type": "array", "items": {"$ref": "#/$defs/step"}},
            "fix": {"oneOf": [{"$ref": "#/$defs/fix"}, {"type": "null"}]},
            "suppressed": {"type": "boolean"},
            "baselineState": {"oneOf": [{"enum": ["new", "unchanged"]}, {"type": "null"}]},
            "target": {"type": "string"},
            "suppression": {
              "type": "object",
              "additionalProperties": false,
              "required": ["kind", "reason"],
              "properties": {
                "kind": {"enum": ["inSource", "external"]},
                "reason": {"type": "string"},
                "author": {"type": "string"},
                "expires": {"type": "string"}
              }
            }
          }
        }
      }
    }

    """#
}
