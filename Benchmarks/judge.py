"""Compares numbers with their bars."""


class Judge:
    """Says of each number whether it holds its bar, and counts those that do not."""

    def __init__(self) -> None:
        self.missed = 0

    def at_most(self, what: str, value: float, bar: float, digits: int = 1) -> None:
        """A cost, which may not be greater than its bar."""
        self._say(value <= bar, f"{what}: {value:.{digits}f} (bar {bar:g})")

    def at_least(self, what: str, value: float, bar: float, digits: int = 2) -> None:
        """A gain, which may not be less than its bar."""
        self._say(value >= bar, f"{what}: {value:.{digits}f} (at least {bar:g})")

    def unanswered(self, what: str, why: str) -> None:
        """A number that could not be measured, which holds no bar."""
        self._say(False, f"{what}: not measured, {why}")

    def verdict(self) -> int:
        """Says how it ended and gives the exit code."""
        print("every bar holds" if not self.missed else f"{self.missed} bars missed")
        return 1 if self.missed else 0

    def _say(self, holds: bool, text: str) -> None:
        self.missed += not holds
        print(f"  {'ok' if holds else 'MISSED'}: {text}", flush=True)
