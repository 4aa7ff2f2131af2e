"""Judges exported events with what others made of their formats.

Usage: judge_exports.py SCHEMA EXPORTS. SCHEMA is the JSON Schema of Omamori's own format. Each line of EXPORTS is a JSON
object with `format` and `line`. Standard output gets a JSON object: how many lines of each format were judged, and the
faults. `jsonl` is judged by jsonschema, `ocsf` by the schema of the framework (ocsf-json-schema), `otlp` by the protocol's
own code (opentelemetry-proto), which also has to give the document back, and `syslog` by rsyslogd when it is there.
"""

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter

from google.protobuf import json_format
from jsonschema import Draft202012Validator
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

sys.dont_write_bytecode = True
faults, counts = [], Counter()
classes = {}
framework = OcsfJsonSchemaEmbedded(get_ocsf_schema("1.6.0"))
own = Draft202012Validator(json.load(open(sys.argv[1], encoding="utf-8")))


def validator_of(event):
    uid = event["class_uid"]
    if uid not in classes:
        schema = framework.get_class_schema(
            "base_event" if uid == 0 else framework.lookup_class_name_from_uid(uid))
        classes[uid] = Draft202012Validator(schema), schema["title"]
    return classes[uid]


def judge_ocsf(event):
    validator, title = validator_of(event)
    yield from (f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(event))
    if event["class_name"] != title:
        yield f"class_name {event['class_name']} is not {title}"
    if event["type_uid"] != event["class_uid"] * 100 + event["activity_id"]:
        yield "type_uid"
    if event["metadata"]["version"] != "1.6.0":
        yield "version"


def judge_otlp(document):
    request = json_format.ParseDict(document, ExportLogsServiceRequest())
    (record,) = request.resource_logs[0].scope_logs[0].log_records
    back = json_format.MessageToDict(request)
    before = document["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0]
    after = back["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0]
    keys = [a["key"] for a in before["attributes"]]
    if len(keys) != len(set(keys)):
        yield "an attribute is there twice"
    # The number of the severity comes back as a name, and zero not at all.
    for name in ("attributes", "body", "eventName", "severityText"):
        if before[name] != after[name]:
            yield f"{name} is not given back"
    if str(record.time_unix_nano) != before["timeUnixNano"]:
        yield "time"


def free_port():
    # Below the ports that the system hands out itself, or another program gets this one before the server has it.
    for _ in range(100):
        with socket.socket() as made:
            try:
                made.bind(("127.0.0.1", random.randrange(20_000, 32_000)))
            except OSError:
                continue
            return made.getsockname()[1]
    raise OSError("no port is free")


PROGRAM, MODULES = "/usr/sbin/rsyslogd", [
    m for m in ("/usr/lib/x86_64-linux-gnu/rsyslog", "/usr/lib/aarch64-linux-gnu/rsyslog") if os.path.isdir(m)]
CONFIGURATION = """
global(workDirectory="{folder}" maxMessageSize="64k" parser.escapeControlCharactersOnReceive="off")
module(load="imtcp") input(type="imtcp" address="127.0.0.1" port="{port}")
template(name="json" type="list") {{ constant(value="{{")
  property(outname="kind" name="msgid" format="jsonf") constant(value=",")
  property(outname="program" name="app-name" format="jsonf") constant(value=",")
  property(outname="version" name="protocol-version" format="jsonf") constant(value=",")
  property(outname="data" name="structured-data" format="jsonf") constant(value=",")
  property(outname="text" name="msg" format="jsonf") constant(value="}}\\n") }}
action(type="omfile" file="{folder}/out" template="json")
"""


def read_by_rsyslogd(lines):
    """What rsyslogd makes of messages that come one behind the other in one stream."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with open(f"{folder}/conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=folder, port=port))
        server = subprocess.Popen(
            [PROGRAM, "-n", "-f", f"{folder}/conf", "-i", f"{folder}/pid", "-M", MODULES[0]],
            stderr=subprocess.DEVNULL)
        try:
            for _ in range(500):
                try:
                    connection = socket.create_connection(("127.0.0.1", port))
                    break
                except OSError:
                    time.sleep(0.01)
            with connection:
                for line in lines:
                    message = line.encode()
                    connection.sendall(b"%d %s" % (len(message), message))
            read = []
            for _ in range(500):
                if os.path.exists(f"{folder}/out"):
                    read = open(f"{folder}/out", encoding="utf-8").read().splitlines()
                    if len(read) >= len(lines):
                        break
                time.sleep(0.01)
            return [json.loads(line) for line in read]
        finally:
            server.kill()
            server.wait()


syslog = []
for text in open(sys.argv[2], encoding="utf-8"):
    export = json.loads(text)
    kind, line = export["format"], export["line"]
    counts[kind] += 1
    try:
        if kind == "jsonl":
            found = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in own.iter_errors(json.loads(line))]
        elif kind == "ocsf":
            found = list(judge_ocsf(json.loads(line)))
        elif kind == "otlp":
            found = list(judge_otlp(json.loads(line)))
        else:
            found = []
            syslog.append(line)
    except Exception as error:
        found = [repr(error)]
    faults += [f"{kind} {counts[kind]}: {fault}" for fault in found]

if os.path.exists(PROGRAM) and MODULES and syslog:
    read = read_by_rsyslogd(syslog)
    if len(read) != len(syslog):
        faults.append(f"rsyslogd read {len(read)} of {len(syslog)} messages")
    for line, message in zip(syslog, read):
        counts["rsyslogd"] += 1
        head = line.split(" ", 6)
        if head[1] >= "2100":
            continue  # rsyslogd reads no such year
        text = line[line.index("] \ufeff") + 2:]
        if (message["kind"], message["program"], message["version"]) != (head[5], head[3], "1"):
            faults.append(f"rsyslogd reads another header: {message}"[:300])
        elif message["data"] != head[6][:len(message["data"])] or message["text"].strip() not in line:
            faults.append(f"rsyslogd reads other data or text: {message}"[:300])
        elif not text.rstrip().endswith(message["text"].strip().removeprefix("\ufeff")):
            faults.append(f"rsyslogd reads another text: {message}"[:300])
        elif "forged" in message["kind"]:
            faults.append("forged")

print(json.dumps({"counts": counts, "faults": faults[:40]}, ensure_ascii=False))
