import * as lifecycles from '../../../workflows/lifecycles.js';
import { NotFoundError, type OwareClient } from '../../../src/client/client.js';

/** For requests that the API must refuse before it calls Temporal. */
export function untouchedClient(): OwareClient {
  const reject = () => Promise.reject(new Error('a bad request reached the client'));
  const unknown = () => Promise.reject(new NotFoundError('not found'));
  const untouched = new Proxy({}, { get: (_target, name) => (name === 'get' ? unknown : reject) });
  const all = {
    ...Object.fromEntries(Object.keys(lifecycles).map((name) => [name, untouched])),
    pauses: new Proxy({}, { get: () => reject }),
    readFromGateway: reject,
    createRecord: reject,
    deliverEvent: reject,
  };
  return all as unknown as OwareClient;
}

/** For requests about what does not exist. */
export function emptyClient(): OwareClient {
  const unknown = () => Promise.reject(new NotFoundError('not found'));
  const lifecycle = new Proxy({}, { get: () => unknown });
  const all = {
    ...Object.fromEntries(Object.keys(lifecycles).map((name) => [name, lifecycle])),
    pauses: lifecycle,
    readFromGateway: () => Promise.resolve({ kind: 'not-found' }),
  };
  return all as unknown as OwareClient;
}
