import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Passes connections on to a server, and can be cut: the server is then away for those that use it. */
export async function createRelay(address: string) {
  const [host = '', port = ''] = address.split(':');
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as { readonly port: number };
  return {
    address: `127.0.0.1:${own}`,
    cut(): void {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => void (isCut = false),
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await pause(0);
    },
  };
}
