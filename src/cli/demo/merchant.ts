import { createNoticeListener, type HeardNotice } from '../notice-listener.js';
import { serve } from '../serve.js';

/** The merchant's own service: what it has heard, each thing once. */
export interface Merchant {
  readonly of: (reference: string) => readonly HeardNotice[];
  /** From now on every webhook is answered 503. */
  readonly goDown: () => void;
  readonly comeBack: () => void;
  readonly close: () => Promise<void>;
}

export async function openMerchant(secret: string, host: string, port: number): Promise<Merchant> {
  const heard = new Map<string, HeardNotice>();
  const app = createNoticeListener(secret, {
    // a sender that died before it saw our answer tells again, under the same id
    onNotice: (notice) => heard.has(notice.id) || heard.set(notice.id, notice),
    onRefused: () => undefined,
  });
  let isDown = false;
  const { close } = await serve(
    (request, response) => {
      if (isDown) response.writeHead(503).end();
      else app(request, response);
    },
    host,
    port,
  );
  return {
    of: (reference) => [...heard.values()].filter(({ data }) => data.reference === reference),
    goDown: () => void (isDown = true),
    comeBack: () => void (isDown = false),
    close,
  };
}
