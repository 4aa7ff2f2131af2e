# Everyday commands. The work is done by ./omamori, ./check and the scripts in Tools.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: all build install uninstall man check format clean

all: build

build:  ## build the tool
	@./omamori --version

install:  ## install the tool, its libraries, man pages and completions
	@Tools/install.sh install "$(DESTDIR)" "$(PREFIX)"

uninstall:  ## remove what install has put there
	@Tools/install.sh uninstall "$(DESTDIR)" "$(PREFIX)"

man:  ## write the man pages to ./man
	@./omamori manual --output man

check:  ## run every check
	@./check

format:  ## lay the sources out
	@swift format --in-place --recursive --parallel $(wildcard Package.swift Sources Plugins Tests Snippets Fuzz Tools Examples/Chat)

clean:  ## remove everything that was built
	rm -rf .build man
