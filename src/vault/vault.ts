import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { CardFace } from '../domain/checkout/card.js';
import type { PrivateReads } from '../domain/private-reads.js';
import type { SecretPlace } from '../domain/secret-place.js';
import { issuerPage } from './issuer-page.js';
import { type Card, createHandles } from './handles.js';

/** What other processes may know of a card in the vault. */
export interface KeptCard extends SecretPlace {
  readonly card: CardFace;
  readonly formUrl: string;
}

export interface VaultOptions {
  readonly taskQueue: string;
  readonly url: string;
  /** Whether it accepts cards besides OTPs. */
  readonly takesCards: boolean;
  /** Reads of the gateway in this process. */
  readonly reads: PrivateReads;
}

export type Vault = ReturnType<typeof createVault>;

/**
 * Accepts cards from payers and OTPs. Only this process holds them, so only its own worker can run the activities on
 * its task queue.
 */
export function createVault({ taskQueue, url, takesCards, reads }: VaultOptions) {
  const handles = createHandles();
  // a task queue per vault: no other vault can run a call that needs this one's memory
  const ownQueue = `${taskQueue}-vault-${randomUUID()}`;
  return {
    handles,
    taskQueue: ownQueue,
    cards: takesCards ? cardsOf({ handles, taskQueue: ownQueue, url }) : undefined,
    keepOtp: (otp: string): SecretPlace => ({ handle: handles.keepOtp(otp), taskQueue: ownQueue }),
    forget: handles.forget,
    // no handles: answers go from the gateway to the caller, and nothing here keeps them
    reads,
  };
}

interface CardPlace {
  readonly handles: ReturnType<typeof createHandles>;
  readonly taskQueue: string;
  readonly url: string;
}

function cardsOf({ handles, taskQueue, url }: CardPlace) {
  return {
    keep(card: Card): KeptCard {
      const handle = handles.keepCard(card);
      const face = { bin: card.number.slice(0, 6), last4: card.number.slice(-4) };
      return { handle, taskQueue, card: face, formUrl: `${url}/vault/issuer/${handle}` };
    },
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
