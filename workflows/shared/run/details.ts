/** The lines that the Web UI shows at the top of a workflow; empty ones are left out. */
export function describeLines(lines: readonly (string | false | undefined)[]): string {
  return lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n');
}
