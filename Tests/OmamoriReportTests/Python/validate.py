"""Validates a JSON document: prints one fault a line and nothing when it is valid.

validate.py probe MODULE DOCUMENT        fails when MODULE cannot be imported
validate.py schema SCHEMA DOCUMENT       validates by a JSON Schema
validate.py sarif-models DOCUMENT        validates by models made from SARIF's official schema
validate.py cyclonedx DOCUMENT           validates by the schema of CycloneDX 1.6
"""

import importlib
import json
import sys


def schema_faults(schema_file, document):
    import jsonschema

    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    for fault in kind(schema, format_checker=kind.FORMAT_CHECKER).iter_errors(document):
        print("/".join(map(str, fault.absolute_path)) + ": " + fault.message[:300])


def model_faults(document):
    import pydantic
    from fluidattacks_core.sarif import SarifLog

    try:
        SarifLog.model_validate(document)
    except pydantic.ValidationError as error:
        for fault in error.errors():
            print("/".join(map(str, fault["loc"])) + ": " + fault["msg"])


def bill_faults(text):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        print(str(fault)[:600])


def main(command, *arguments):
    if command == "probe":
        try:
            importlib.import_module(arguments[0])
        except ImportError:
            sys.exit(f"no module {arguments[0]}")
        return
    with open(arguments[-1], encoding="utf-8") as file:
        text = file.read()
    document = json.loads(text)
    if command == "schema":
        schema_faults(arguments[0], document)
    elif command == "cyclonedx":
        bill_faults(text)
    else:
        model_faults(document)


main(*sys.argv[1:])
