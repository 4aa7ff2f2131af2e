extension AuditJSONSchema {
  /// The parts that documents have more than once.
  static let definitions = #"""
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "score": {"type": ["integer", "null"], "minimum": 0, "maximum": 100},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "low", "medium", "high", "critical"]},
        "confidence": {"enum": ["low", "medium", "high"]},
        "context": {"enum": ["app", "test", "vendor", "script", "generated", "example"]},
        "owasp": {"type": "string", "pattern": "^M([1-9]|10)$"},
        "area": {"enum": ["ats", "integrity", "pinning", "keychain", "api", "logs", "debugCode"]},
        "maswe": {"type": "array", "items": {"type": "string", "pattern": "^MASWE-[0-9]{4}$"}},
        "profiles": {"type": "array", "items": {"enum": ["L1", "L2", "R", "P"]}, "uniqueItems": true},
        "covered": {
          "type": "object",
          "description": "A weakness or test of OWASP MAS, and what the audit can say about it.",
          "additionalProperties": false,
          "required": ["id", "title", "profiles", "status", "rules", "findings", "places"],
          "properties": {
            "id": {"type": "string", "pattern": "^(MASWE|MASTG-TEST)-[0-9]{4}$"},
            "title": {"type": "string"},
            "profiles": {"$ref": "#/$defs/profiles"},
            "status": {"enum": ["found", "nothingFound", "needsPerson", "notVisible", "notExamined"]},
            "rules": {"type": "array", "items": {"type": "string"}},
            "findings": {"type": "array", "items": {"$ref": "#/$defs/fingerprint"}},
            "advice": {"type": "string"},
            "places": {"type": "array", "items": {"type": "string"}}
          }
        },
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
          "description": "Points that the checklist score lost; they add up to what is missing from 100.",
          "additionalProperties": false,
          "required": ["area", "thousandths", "reason", "findings", "evidence"],
          "properties": {
            "area": {"$ref": "#/$defs/area"},
            "thousandths": {"$ref": "#/$defs/count"},
            "reason": {"type": "string"},
            "findings": {"type": "array", "items": {"$ref": "#/$defs/fingerprint"}},
            "evidence": {"type": "array", "items": {"$ref": "#/$defs/evidence"}}
          }
        },
        "category": {
          "type": "object",
          "description": "A category with the score of its findings alone.",
          "additionalProperties": false,
          "required": ["category", "title", "examined", "score"],
          "properties": {
            "category": {"$ref": "#/$defs/owasp"},
            "title": {"type": "string"},
            "examined": {"type": "boolean"},
            "score": {"$ref": "#/$defs/score"}
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
        "repair": {
          "type": "object",
          "description": "What the tool changes about a finding; one that was applied is no longer among the findings.",
          "additionalProperties": false,
          "required": [
            "finding", "rule", "file", "startLine", "startColumn", "title", "state", "replacements"
          ],
          "properties": {
            "finding": {"$ref": "#/$defs/fingerprint"},
            "rule": {"type": "string"},
            "file": {"type": "string"},
            "startLine": {"$ref": "#/$defs/count"},
            "startColumn": {"$ref": "#/$defs/count"},
            "title": {"type": "string"},
            "state": {"enum": ["offered", "applied", "refused"]},
            "reason": {"type": "string", "description": "Why it was refused; there when it was."},
            "comment": {
              "type": "string",
              "description": "A comment beside what is replaced, which may give a reason for it; there when there is one."
            },
            "replacements": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["startLine", "startColumn", "endLine", "endColumn", "old", "new"],
                "properties": {
                  "startLine": {"$ref": "#/$defs/count"},
                  "startColumn": {"$ref": "#/$defs/count"},
                  "endLine": {"$ref": "#/$defs/count"},
                  "endColumn": {"$ref": "#/$defs/count"},
                  "old": {"type": "string"},
                  "new": {"type": "string"}
                }
              }
            }
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
            "maswe": {"$ref": "#/$defs/maswe"},
            "profiles": {"$ref": "#/$defs/profiles"},
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
            "maswe": {"$ref": "#/$defs/maswe"},
            "profiles": {"$ref": "#/$defs/profiles"},
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
