import { connect } from 'oware/client';
import { createShop } from './app.js';
import { openOrders } from './orders.js';
import { readSettings } from './settings.js';

const { port, url, ordersFile, temporalAddress, taskQueue, webhookSecrets } = readSettings(process.env);
const oware = await connect({ address: temporalAddress, taskQueue, timeoutMs: 30_000 });
const shop = createShop({ oware, orders: openOrders(ordersFile), url, webhookSecrets });

const server = shop.listen(port, '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`The shop is open: ${url}`);
  console.log(`It receives webhooks at ${url}/webhooks`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => {
      oware.close().catch(console.error);
    });
    server.closeIdleConnections();
  });
}
