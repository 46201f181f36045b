import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf } from '../api/address-of.js';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Keeps a server at this many connections. A new one beyond them takes the place of the one that has been waiting longest
 * for its client, of the address that has the most: an address that holds many open cannot shut others out, nor can one
 * client behind a proxy. A request that the server is answering is never ended for another; where all connections have
 * one, the new connection is closed.
 */
export function limitConnections(server: Server, most: number): void {
  /** Each with its address; the one without a new request for longest is the first. */
  const open = new Map<Socket, string>();
  const latest = new WeakMap<Socket, Exchange>();

  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      const replaced = findWaiting(open, latest) ?? socket;
      open.delete(replaced);
      replaced.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, addressOf({ ip: socket.remoteAddress }));
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    latest.set(socket, { request, response });
    const address = open.get(socket);
    if (address === undefined) return;
    open.delete(socket);
    open.set(socket, address);
  });
}

function findWaiting(
  open: ReadonlyMap<Socket, string>,
  latest: WeakMap<Socket, Exchange>,
): Socket | undefined {
  const counts = new Map<string, number>();
  for (const address of open.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
  let found: { readonly socket: Socket; readonly count: number } | undefined;
  for (const [socket, address] of open) {
    const count = counts.get(address) ?? 0;
    if (count > (found?.count ?? 0) && waitsForClient(latest.get(socket))) found = { socket, count };
  }
  return found?.socket;
}

/** For a request, for the rest of one, or for the client to read the reply. */
function waitsForClient(exchange: Exchange | undefined): boolean {
  return exchange === undefined || !exchange.request.complete || exchange.response.headersSent;
}
