# shellcheck shell=bash
# Ending what was started.

# stop_group PID: ends the process group that PID leads, kindly at first.
# SwiftPM answers SIGINT by ending its compilers, which are in process groups of their own.
stop_group() {
  kill -INT -- "-$1" 2>/dev/null || true
  for _ in {1..50}; do
    kill -0 -- "-$1" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}
