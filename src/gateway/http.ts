import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { WireRequest } from './request.js';

/** What came of one attempt. `sent` is false only when it is certain that not a byte of it left. */
export type Attempt =
  | { readonly kind: 'reply'; readonly status: number; readonly text: string }
  | { readonly kind: 'broken'; readonly sent: boolean; readonly reason: string };

export interface WireOptions {
  readonly baseUrl: string;
  readonly proxyUrl?: string | undefined;
  /** PEM of a certificate authority to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** How many connections may be open at once; further calls wait for one, within their deadline. */
  readonly connections?: number | undefined;
}

export interface Wire {
  /** One attempt. Resolves in every case; the signal ends it, its body included. */
  send(request: WireRequest, headers: Record<string, string>, signal: AbortSignal): Promise<Attempt>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const LARGEST_REPLY_BYTES = 32 * 1024 * 1024;

export function openWire(options: WireOptions): Wire {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const dispatcher = openDispatcher(base.origin, options);
  return {
    send: (request, headers, signal) =>
      attempt(
        dispatcher,
        { ...toDispatch(request), origin: base.origin, path: prefix + request.path, headers },
        signal,
      ),
    close: () => dispatcher.close(),
  };
}

function openDispatcher(origin: string, { proxyUrl, ca, connections = 64 }: WireOptions): Dispatcher {
  // the deadline of the call covers everything, so undici's own timers are off
  const common = { connections, headersTimeout: 0, bodyTimeout: 0 };
  const tls = { timeout: CONNECT_TIMEOUT_MS, ...(ca !== undefined && { ca }) };
  return proxyUrl === undefined
    ? new Pool(origin, { ...common, connect: tls })
    : new ProxyAgent({ uri: proxyUrl, requestTls: tls, ...common });
}

function toDispatch({ method, path, body }: WireRequest): Dispatcher.DispatchOptions {
  return { method, path, body: body ?? null };
}

function attempt(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Attempt> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve({ kind: 'broken', sent: false, reason: reasonOf(signal.reason) });
    else dispatcher.dispatch(options, receive(signal, resolve));
  });
}

function receive(signal: AbortSignal, resolve: (outcome: Attempt) => void): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let [sent, status, size] = [false, 0, 0];
  let controller: Dispatcher.DispatchController | undefined;

  const end = (outcome: Attempt) => {
    signal.removeEventListener('abort', giveUp);
    resolve(outcome);
  };
  const giveUp = () => {
    end({ kind: 'broken', sent, reason: reasonOf(signal.reason) });
    controller?.abort(new Error('given up'));
  };
  signal.addEventListener('abort', giveUp);

  return {
    // called when the connection stands and the request is about to be written
    onRequestStart(given) {
      controller = given;
      // undici may put a request back into its queue; a second writing would be a second attempt
      if (sent || signal.aborted) given.abort(new Error('one attempt only'));
      else sent = true;
    },
    onResponseStart(_, statusCode) {
      status = statusCode;
    },
    onResponseData(given, chunk) {
      size += chunk.length;
      if (size > LARGEST_REPLY_BYTES) given.abort(new Error('the reply is too large'));
      else chunks.push(chunk);
    },
    onResponseEnd: () => end({ kind: 'reply', status, text: Buffer.concat(chunks).toString('utf8') }),
    onResponseError: (_, error) => end({ kind: 'broken', sent, reason: reasonOf(error) }),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'aborted';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
