import ora from 'ora';
import type { Progress } from '../temporal/find/options.js';

const INTERVAL_MS = 15_000;

export interface ProgressDisplay {
  readonly onProgress: (progress: Progress) => void;
  readonly done: () => void;
}

/** A spinner on a terminal; occasional lines when the output goes to a file. */
export function showProgress(): ProgressDisplay {
  // on a terminal without width a spinner would clear lines endlessly
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
      if (progress.phase === phase && Date.now() - printedAt < INTERVAL_MS) return;
      phase = progress.phase;
      printedAt = Date.now();
      console.error(progress.line);
    },
    done: () => undefined,
  };
}
