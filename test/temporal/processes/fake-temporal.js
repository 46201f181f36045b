import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { createServer as createGrpcServer } from 'node:http2';
import process from 'node:process';

/**
 * Stands in for the dev server: it answers any gRPC call with an empty message, and the UI's API is not ready
 * at the first two requests.
 */
const option = (/** @type {string} */ name) => process.argv[process.argv.indexOf(name) + 1];
const EMPTY_MESSAGE = Buffer.alloc(5);

const frontend = createGrpcServer();
frontend.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(EMPTY_MESSAGE);
});
frontend.listen(Number(option('--port')), '127.0.0.1');

if (process.argv.includes('--ui-port')) {
  let requests = 0;
  const ui = createServer((request, response) => {
    requests += 1;
    process.stdout.write(`request ${requests} at ${request.url ?? ''}\n`);
    response.writeHead(requests > 2 ? 200 : 503).end();
  });
  ui.listen(Number(option('--ui-port')), '127.0.0.1');
}
