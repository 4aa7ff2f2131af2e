"""The parts of apple-check: toolchain, interfaces, modules, package, faults."""
