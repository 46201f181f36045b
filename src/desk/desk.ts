import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { CardFace, CardPlace } from '../domain/card.js';
import { issuerPage } from './issuer-page.js';
import { type Card, createVault } from './vault.js';

/** A card that is kept, as far as others may know it. */
export interface KeptCard extends CardPlace {
  readonly card: CardFace;
  readonly formUrl: string;
}

export type Desk = ReturnType<typeof createDesk>;

/**
 * Takes cards and codes from payers. Whoever performs activities on its queue must have its vault: it is the
 * only process that can.
 */
export function createDesk({ taskQueue, url }: { readonly taskQueue: string; readonly url: string }) {
  const vault = createVault();
  // no other desk may ever take up a call for what is in this one's memory
  const ownQueue = `${taskQueue}-desk-${randomUUID()}`;
  return {
    vault,
    taskQueue: ownQueue,
    keepCard(card: Card): KeptCard {
      const handle = vault.keepCard(card);
      const face = { bin: card.number.slice(0, 6), last4: card.number.slice(-4) };
      return { handle, taskQueue: ownQueue, card: face, formUrl: `${url}/desk/issuer/${handle}` };
    },
    keepCode: (code: string): CardPlace => ({ handle: vault.keepCode(code), taskQueue: ownQueue }),
    forget: vault.forget,
    pages: deskPages(vault.formOf),
  };
}

function deskPages(formOf: ReturnType<typeof createVault>['formOf']): Router {
  const router = Router();
  router.get('/issuer/:handle', (request: Request<{ handle: string }>, response: Response) => {
    const { status, html, headers } = issuerPage(formOf(request.params.handle));
    response.status(status).set(headers).type('html').send(html);
  });
  return router;
}
