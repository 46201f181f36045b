import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { CardFace, CardPlace } from '../domain/checkout/card.js';
import { issuerPage } from './issuer-page.js';
import { type Card, createHandles } from './handles.js';

/** A card that is kept, as far as others may know it. */
export interface KeptCard extends CardPlace {
  readonly card: CardFace;
  readonly formUrl: string;
}

export type Vault = ReturnType<typeof createVault>;

/**
 * Takes cards and codes from payers. Whoever performs activities on its queue must have its vault: it is the
 * only process that can.
 */
export function createVault({ taskQueue, url }: { readonly taskQueue: string; readonly url: string }) {
  const handles = createHandles();
  // no other desk may ever take up a call for what is in this one's memory
  const ownQueue = `${taskQueue}-vault-${randomUUID()}`;
  return {
    handles,
    taskQueue: ownQueue,
    keepCard(card: Card): KeptCard {
      const handle = handles.keepCard(card);
      const face = { bin: card.number.slice(0, 6), last4: card.number.slice(-4) };
      return { handle, taskQueue: ownQueue, card: face, formUrl: `${url}/vault/issuer/${handle}` };
    },
    keepCode: (code: string): CardPlace => ({ handle: handles.keepCode(code), taskQueue: ownQueue }),
    forget: handles.forget,
    pages: vaultPages(handles.formOf),
  };
}

function vaultPages(formOf: ReturnType<typeof createHandles>['formOf']): Router {
  const router = Router();
  router.get('/issuer/:handle', (request: Request<{ handle: string }>, response: Response) => {
    const { status, html, headers } = issuerPage(formOf(request.params.handle));
    response.status(status).set(headers).type('html').send(html);
  });
  return router;
}
