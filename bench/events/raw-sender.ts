import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawSender {
  /** Sends a prepared request on each connection in turn, and the next as soon as a reply has come. */
  readonly sendAll: (requests: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

export function requestOf(url: URL, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({ host: url.host, ...headers, 'content-length': Buffer.byteLength(body) });
  return `POST ${url.pathname} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${body}`;
}

/** Sends HTTP requests with as little work as possible: what the sender costs is not part of what is measured. */
export async function openRawSender(url: URL, connections: number): Promise<RawSender> {
  const open = () => connect(Number(url.port), url.hostname);
  const sockets = Array.from({ length: connections }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    sendAll: async (requests) => {
      const waiting = [...requests].reverse();
      await Promise.all(sockets.map((socket) => sendInTurn(socket, waiting)));
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

async function sendInTurn(socket: Socket, waiting: string[]): Promise<void> {
  const closed = new AbortController();
  socket.once('close', () => closed.abort(new Error('the api has closed a connection')));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    socket.write(next);
    // the reply is short: it comes in one piece
    const [reply] = (await once(socket, 'data', closed)) as [Buffer];
    if (reply.toString('latin1', 0, 12) !== 'HTTP/1.1 200') throw new Error(`refused: ${reply.toString()}`);
  }
}
