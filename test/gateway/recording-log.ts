/** Keeps what was logged, for tests that are about it. */
export function recordingLog() {
  const lines: object[] = [];
  const warnings: object[] = [];
  return {
    lines,
    warnings,
    info: (fields: object) => void lines.push(fields),
    warn: (fields: object) => void (lines.push(fields), warnings.push(fields)),
  };
}
