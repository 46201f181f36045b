import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface Forwarded {
  readonly port: number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** In place of the caller's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What Temporal accepts as one message. */
const LARGEST_BODY = 4 * 1024 * 1024;

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** Of one connection, and a header that would turn a method into another. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['content-length', 'expect', 'x-http-method-override'],
]);

/** Sends a request on to Temporal; resolves with its reply. Throws BodyTooLargeError. */
export async function forward(
  caller: IncomingMessage,
  response: ServerResponse,
  { port, signal, headers }: Forwarded,
): Promise<IncomingMessage> {
  const body = await readBody(caller);
  const kept = Object.entries(caller.headers).filter(([name]) => !NOT_FORWARDED.has(name));
  return new Promise((resolve, reject) => {
    const sent = sendRequest({
      ...{ host: '127.0.0.1', port, signal, method: caller.method, path: caller.url },
      headers: {
        ...Object.fromEntries(kept),
        ...headers,
        ...(body.length > 0 && { 'content-length': body.length }),
      },
    });
    response.once('close', () => sent.destroy());
    sent.once('response', resolve).once('error', reject).end(body);
  });
}

async function readBody(caller: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of caller as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_BODY) throw new BodyTooLargeError(`The body is larger than ${LARGEST_BODY} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Passes a reply on as it comes, compressed or not. */
export async function passOn(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  const kept = Object.entries(reply.headers).filter(
    ([name]) => name === 'content-length' || !NOT_FORWARDED.has(name),
  );
  response.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept));
  await pipeline(reply, response);
}
