import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { request } from 'undici';
import { signEvent } from '../../../src/gateway/signature.js';

const MB = 1024 * 1024;
const PATH = '/webhooks/gateway';
/** A well-formed signature that matches no body. */
const BOGUS = 'ab'.repeat(64);
const LIMIT_MS = 30_000;

/** How many answers had which status; `none` where the connection ended without one. */
export type Answers = Readonly<Record<string, number>>;

export interface Hostile {
  readonly url: string;
  /** Bodies of some bytes that claim to be 32 MB. */
  readonly bombs: number;
  /** Bodies of 31 MB at once, half of them without a signature, half with one of the wrong length. */
  readonly large: number;
  /** Bodies that arrive byte by byte, or stop after their headers. */
  readonly slow: number;
  readonly slowly: 'byte by byte' | 'not at all';
}

/** Sends everything at once; resolves when each request was answered or cut off. */
export async function attack({ url, bombs, large, slow, slowly }: Hostile) {
  const [bomb, upload, trickle] = await Promise.all([
    sendBombs(url, bombs),
    answersOf(Array.from({ length: large }, (_, n) => sendLarge(url, n % 2 === 0 ? undefined : 'abc'))),
    answersOf(Array.from({ length: slow }, () => sendSlowly(url, slowly))),
  ]);
  return { bombs: bomb, large: upload, slow: trickle };
}

async function sendBombs(url: string, count: number): Promise<Answers> {
  const body = brotliCompressSync(Buffer.alloc(32 * MB));
  if (body.length > 100) throw new Error(`expected a bomb of 100 bytes at most, got ${body.length}`);
  const headers = { 'content-encoding': 'br', 'service-signature': BOGUS };
  const one = async () => {
    const reply = await request(`${url}${PATH}`, { method: 'POST', headers, body });
    await reply.body.dump();
    return String(reply.statusCode);
  };
  return answersOf(Array.from({ length: count }, one));
}

const CHUNK = Buffer.alloc(MB);

function sendLarge(url: string, signature: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      'content-length': 31 * MB,
      ...(signature !== undefined && { 'service-signature': signature }),
    };
    const sending = httpRequest(`${url}${PATH}`, {
      method: 'POST',
      headers,
      timeout: LIMIT_MS,
      agent: false,
    });
    sending
      .on('response', (reply) => {
        resolve(String(reply.statusCode));
        sending.destroy();
      })
      .on('timeout', () => sending.destroy())
      .on('error', () => undefined)
      .on('close', () => resolve('none'));
    writeAll(sending).catch(() => undefined);
  });
}

async function writeAll(sending: ReturnType<typeof httpRequest>): Promise<void> {
  for (let sent = 0; sent < 31 && !sending.destroyed; sent++) {
    if (!sending.write(CHUNK)) await drained(sending);
  }
}

function drained(sending: ReturnType<typeof httpRequest>): Promise<void> {
  return new Promise((resolve) => void sending.once('drain', resolve).once('close', resolve));
}

function sendSlowly(url: string, how: Hostile['slowly']): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = createConnection(Number(port), hostname);
    const more = setInterval(() => how === 'byte by byte' && socket.write('x'), 2_000);
    const limit = setTimeout(() => socket.destroy(), LIMIT_MS);
    let answer = '';
    socket
      .on('connect', () =>
        socket.write(
          `POST ${PATH} HTTP/1.1\r\nhost: api\r\nservice-signature: ${BOGUS}\r\ncontent-length: 10000\r\n\r\n`,
        ),
      )
      .on('data', (chunk) => (answer += chunk.toString('latin1')))
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(more);
        clearTimeout(limit);
        resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'none');
      });
  });
}

async function answersOf(sent: readonly (Promise<string> | (() => Promise<string>))[]): Promise<Answers> {
  const answers: Record<string, number> = {};
  const started = sent.map((one) => (typeof one === 'function' ? one() : one));
  for (const answer of await Promise.all(started.map((one) => one.catch(() => 'none')))) {
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
}

const BETWEEN_MS = 50;
/** A few distinct events, repeated: each is stored once. */
const KINDS = 10;

/** Sends genuine events and reads /health, one after the other, until `over` resolves. */
export async function sendGenuine(url: string, secret: string, over: Promise<unknown>) {
  let isOver = false;
  over.finally(() => (isOver = true)).catch(() => undefined);
  const events: string[] = [];
  const health: string[] = [];
  let slowestMs = 0;
  const ask = async (path: string, options: object) => {
    const startedAt = performance.now();
    const reply = await request(`${url}${path}`, options);
    await reply.body.dump();
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedAt));
    return String(reply.statusCode);
  };
  for (let n = 0; !isOver; n++) {
    const body = JSON.stringify({ eventType: 'GENUINE', eventData: { kind: n % KINDS, run: process.pid } });
    const headers = { 'service-signature': signEvent(body, secret) };
    events.push(await ask(PATH, { method: 'POST', headers, body }).catch(() => 'none'));
    health.push(await ask('/health', {}).catch(() => 'none'));
    await pause(BETWEEN_MS);
  }
  return {
    events: await answersOf(events.map((answer) => Promise.resolve(answer))),
    health: await answersOf(health.map((answer) => Promise.resolve(answer))),
    slowestMs,
  };
}

/** The peak memory of a process in MB; its current memory where the system has no peak. */
export function peakMemory(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
  }
}
