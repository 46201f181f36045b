/** Resolves when the process is asked to end, by Ctrl-C or by its supervisor. */
export async function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
