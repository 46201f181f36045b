/** Records log lines for tests that assert them. */
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
