/** Resolves on SIGINT (Ctrl-C) or SIGTERM. */
export async function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
