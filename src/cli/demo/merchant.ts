import { createNoticeListener, type HeardNotice } from '../notice-listener.js';
import { serve } from '../serve.js';

/** The merchant's own service: what it has heard, each thing once. */
export interface Merchant {
  readonly of: (reference: string) => readonly HeardNotice[];
  readonly close: () => Promise<void>;
}

export async function openMerchant(secret: string, host: string, port: number): Promise<Merchant> {
  const heard = new Map<string, HeardNotice>();
  const app = createNoticeListener(secret, {
    // a sender that died before it saw our answer tells again, under the same id
    onNotice: (notice) => heard.has(notice.id) || heard.set(notice.id, notice),
    onRefused: () => undefined,
  });
  const { close } = await serve(app, host, port);
  return { of: (reference) => [...heard.values()].filter(({ data }) => data.reference === reference), close };
}
