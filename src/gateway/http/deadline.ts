/**
 * When a call must end: its time is over, or its caller gives up. An AbortSignal would do the same for a
 * multiple of the price, and every call to the gateway needs one.
 */
export class Deadline {
  /** Why the call had to end; undefined while it may go on. */
  reason: string | undefined;

  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  #whenOver: ((reason: string) => void) | undefined;

  constructor(ms: number, caller?: AbortSignal) {
    this.#timer = setTimeout(() => this.#end(`no answer within ${ms} ms`), ms);
    this.#caller = caller;
    caller?.addEventListener('abort', this.#giveUp);
    if (caller?.aborted) this.#giveUp();
  }

  /** Calls back when it is over, in place of whoever was to be called before. */
  whenOver(callback: ((reason: string) => void) | undefined): void {
    this.#whenOver = callback;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }

  #giveUp = () => {
    const reason: unknown = this.#caller?.reason;
    this.#end(reason instanceof Error ? reason.message : 'given up');
  };

  #end(reason: string): void {
    this.reason ??= reason;
    this.#whenOver?.(this.reason);
  }
}

/** Waits for work that others share, and that must therefore go on when one of them gives up. */
export function within<T>(deadline: Deadline, shared: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: string) => {
      reject(new Error(reason));
    };
    if (deadline.reason !== undefined) giveUp(deadline.reason);
    deadline.whenOver(giveUp);
    shared.then(resolve, reject);
  });
}
