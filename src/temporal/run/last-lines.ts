const ENOUGH_TO_EXPLAIN = 8;

/** Keeps the last lines of a program's output, to explain its end. */
export function keepLast(onLine?: (line: string) => void) {
  const lines: string[] = [];
  return {
    lines: lines as readonly string[],
    onLine: (line: string) => {
      if (line.trim() !== '') lines.push(line.trimEnd());
      if (lines.length > ENOUGH_TO_EXPLAIN) lines.shift();
      onLine?.(line);
    },
  };
}
