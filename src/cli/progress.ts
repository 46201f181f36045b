import ora from 'ora';
import type { Progress } from '../temporal/find/options.js';

const QUIET_MS = 15_000;

export interface ProgressDisplay {
  readonly onProgress: (progress: Progress) => void;
  readonly done: () => void;
}

/** A spinner for people at a terminal; a line now and then where the output goes to a file. */
export function showProgress(): ProgressDisplay {
  // a terminal of no width is one that nobody looks at, and a spinner there clears lines for ever
  if (!process.stderr.isTTY || process.stderr.columns === 0) return printProgress();
  const spinner = ora();
  return {
    onProgress: ({ line }) => {
      spinner.text = line;
      if (!spinner.isSpinning) spinner.start();
    },
    done: () => void spinner.stop(),
  };
}

function printProgress(): ProgressDisplay {
  let phase: string | undefined;
  let printedAt = 0;
  return {
    onProgress: (progress) => {
      if (progress.phase === phase && Date.now() - printedAt < QUIET_MS) return;
      phase = progress.phase;
      printedAt = Date.now();
      console.error(progress.line);
    },
    done: () => undefined,
  };
}
