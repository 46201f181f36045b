/**
 * When a call must end: its time has passed, or its caller aborted it. An AbortSignal would do the same at a
 * multiple of the cost, and every gateway call needs one.
 */
export class Deadline {
  /** Why the call had to end; undefined while it may continue. */
  reason: string | undefined;

  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  #whenOver: ((reason: string) => void) | undefined;

  constructor(ms: number, caller?: AbortSignal) {
    this.#timer = setTimeout(() => this.#end(`no reply within ${ms} ms`), ms);
    this.#caller = caller;
    caller?.addEventListener('abort', this.#giveUp);
    if (caller?.aborted) this.#giveUp();
  }

  /** Sets the one callback for the end, replacing an earlier one. */
  whenOver(callback: ((reason: string) => void) | undefined): void {
    this.#whenOver = callback;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }

  #giveUp = () => {
    const reason: unknown = this.#caller?.reason;
    this.#end(reason instanceof Error ? reason.message : 'aborted');
  };

  #end(reason: string): void {
    this.reason ??= reason;
    this.#whenOver?.(this.reason);
  }
}

/** Waits for work that several callers share, and that must therefore continue when one of them gives up. */
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
