import type { Dispatcher } from 'undici';
import type { Deadline } from './deadline.js';

/** The result of one attempt. `sent` is false only when it is certain that not a byte of it was sent. */
export type Attempt =
  | { readonly kind: 'reply'; readonly status: number; readonly text: string }
  | { readonly kind: 'broken'; readonly sent: boolean; readonly reason: string };

const LARGEST_REPLY_BYTES = 32 * 1024 * 1024;

type Controller = Dispatcher.DispatchController;

/** Receives one reply, and knows whether its request started to leave. Ends once, however it ends. */
export class Reception implements Dispatcher.DispatchHandler {
  readonly #deadline: Deadline;
  readonly #resolve: (attempt: Attempt) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Controller | undefined;
  #sent = false;
  #status = 0;
  #size = 0;

  constructor(deadline: Deadline, resolve: (attempt: Attempt) => void) {
    this.#deadline = deadline;
    this.#resolve = resolve;
    deadline.whenOver((reason) => {
      this.#end({ kind: 'broken', sent: this.#sent, reason });
      this.#controller?.abort(new Error(reason));
    });
  }

  /** Called when the connection is established and the request is about to be written. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // undici may requeue a request; writing it again would be a second attempt
    const mayLeave = !this.#sent && this.#deadline.reason === undefined;
    if (mayLeave) this.#sent = true;
    else controller.abort(new Error('one attempt only'));
  }

  onResponseStart(_: Controller, status: number): void {
    this.#status = status;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > LARGEST_REPLY_BYTES) controller.abort(new Error('the reply is too large'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only, ...others] = this.#chunks;
    const bytes = only && others.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#end({ kind: 'reply', status: this.#status, text: bytes.toString('utf8') });
  }

  onResponseError(_: Controller, error: Error): void {
    const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
    this.#end({ kind: 'broken', sent: this.#sent, reason });
  }

  #end(attempt: Attempt): void {
    this.#deadline.whenOver(undefined);
    this.#resolve(attempt);
  }
}
