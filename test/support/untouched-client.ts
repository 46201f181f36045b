import { NotFoundError, type OwareClient } from '../../src/client/client.js';

/** For requests that must be refused before anything reaches a story, or the gateway. */
export function untouchedClient(): OwareClient {
  const reject = () => Promise.reject(new Error('a bad request reached a story'));
  const unknown = () => Promise.reject(new NotFoundError('nothing is known here'));
  const lifecycles = new Proxy({}, { get: (_target, name) => (name === 'get' ? unknown : reject) });
  const all = {
    checkouts: lifecycles,
    invoices: lifecycles,
    reservedAccounts: lifecycles,
    unmatchedEvents: lifecycles,
    readFromGateway: reject,
    deliverEvent: reject,
  };
  return all as unknown as OwareClient;
}
