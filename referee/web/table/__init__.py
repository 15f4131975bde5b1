"""The table while it plays: questions, answers, corrections, the referee's menu."""
