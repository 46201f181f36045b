export interface Deadline {
  readonly signal: AbortSignal;
  close(): void;
}

/** One signal for a whole call: it ends when the time is over, or when the caller gives up. */
export function openDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new Error(`no answer within ${ms} ms`));
  }, ms);
  const follow = () => {
    controller.abort(caller?.reason);
  };
  if (caller?.aborted) follow();
  caller?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
}

/** Waits for work that others share and that must therefore go on when one of them gives up. */
export function untilAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    shared.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  });
}
