import { NotFoundError, type OwareClient } from '../../../src/client/client.js';

/** For requests that the API must refuse before it calls Temporal. */
export function untouchedClient(): OwareClient {
  const reject = () => Promise.reject(new Error('a bad request reached the client'));
  const unknown = () => Promise.reject(new NotFoundError('not found'));
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
