import { Router } from 'express';
import { z } from 'zod';
import { type CreateAnswer, NotFoundError, type Stories } from '../client/client.js';
import { isReference } from '../domain/reference.js';
import type { StorySnapshot } from '../domain/story.js';
import { invalid, parse } from './parse.js';
import { Problem } from './problem.js';

export interface StoryDoor<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot> {
  /** Where it is mounted, for the Location of what is created. */
  readonly path: string;
  readonly noun: string;
  readonly stories: Stories<Terms, Snapshot>;
  readonly readTerms: (body: unknown, idempotencyKey: string | undefined) => Terms;
  readonly toView: (snapshot: Snapshot) => object;
  /** What the gateway says at this moment, for `?fresh=true`; null when it knows nothing of it. */
  readonly askGateway?: (reference: string) => Promise<object | null>;
  /** Refuses what could not be begun today; a repeat of what was begun in time is answered all the same. */
  readonly refuseNew?: (terms: Terms) => void;
}

const decision = z.strictObject({
  decision: z.enum(['accept', 'dismiss']),
  reason: z.string().trim().min(1, 'must say why').max(500),
});

/** What every story offers over HTTP: create, read, wait, confirm and decide. The rest it adds itself. */
export function storyRoutes<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot>(
  door: StoryDoor<Terms, Snapshot>,
): Router {
  const { path, stories, readTerms, toView } = door;
  const router = readRoutes(door);

  router.post('/', async (request, response) => {
    const terms = readTerms(request.body, request.get('idempotency-key'));
    await refuseUnbegun(door, terms);
    const { status, body } = toReply(door, terms.reference, await stories.create(terms));
    response.status(status).location(`${path}/${terms.reference}`).json(body);
  });

  router.post('/:reference/confirm', async (request, response) => {
    response.json(toView(await stories.confirm(request.params.reference)));
  });

  return router;
}

/** For stories that do not begin here: read, wait and decide. */
export function readRoutes<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot>(
  door: Pick<StoryDoor<Terms, Snapshot>, 'noun' | 'stories' | 'toView' | 'askGateway'>,
): Router {
  const { stories, toView } = door;
  const router = Router();
  router.param('reference', (_request, _response, next, reference: string) => {
    // what cannot be a reference is not looked for
    if (!isReference(reference)) throw new Problem('not-found', `no ${door.noun} has such a reference`);
    next();
  });

  router.get('/:reference', async (request, response) => {
    const { reference } = request.params;
    const waitMs = readWait(request.query.wait);
    const askGateway = readFresh(request.query.fresh) ? door.askGateway : undefined;
    const snapshot = await (waitMs === 0 ? stories.get(reference) : stories.waitForChange(reference, waitMs));
    const fresh = askGateway && { gateway: await askGateway(reference) };
    response.json({ ...toView(snapshot), ...fresh });
  });

  router.post('/:reference/decide', async (request, response) => {
    const decided = parse(decision, request.body);
    response.json(toView(await stories.decide(request.params.reference, decided)));
  });

  return router;
}

async function refuseUnbegun<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot>(
  { refuseNew, stories }: StoryDoor<Terms, Snapshot>,
  terms: Terms,
): Promise<void> {
  try {
    refuseNew?.(terms);
  } catch (refused) {
    await stories.get(terms.reference).catch((error: unknown) => {
      throw error instanceof NotFoundError ? refused : error;
    });
  }
}

/** For stories that the merchant can call off. */
export function cancelRoute<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot>(
  router: Router,
  { stories, toView }: StoryDoor<Terms, Snapshot>,
): void {
  router.post('/:reference/cancel', async (request, response) => {
    response.json(toView(await stories.cancel(request.params.reference)));
  });
}

function toReply<Terms extends { readonly reference: string }, Snapshot extends StorySnapshot>(
  { noun, toView }: StoryDoor<Terms, Snapshot>,
  reference: string,
  answer: CreateAnswer<Snapshot>,
): { status: number; body: object } {
  switch (answer.kind) {
    case 'open':
      return { status: 201, body: toView(answer.snapshot) };
    case 'over':
      return { status: 200, body: toView(answer.snapshot) };
    case 'working': {
      const known = answer.snapshot ? toView(answer.snapshot) : { reference };
      return { status: 202, body: { ...known, retry: 'same-reference' } };
    }
    case 'terms-differ': {
      const { differences } = answer;
      const detail = `${reference} is another ${noun} already: ${differences.join(', ')} differ`;
      throw new Problem('terms-differ', detail, { differences });
    }
  }
}

function readFresh(given: unknown): boolean {
  if (given === undefined || given === 'false') return false;
  if (given !== 'true') throw invalid([{ field: 'fresh', message: 'must be true or false' }]);
  return true;
}

const LONGEST_WAIT_MS = 60_000;

/** `?wait=30s`, or `1500ms`. */
function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const match = typeof given === 'string' ? /^(\d{1,6})(ms|s)$/.exec(given) : null;
  const ms = Number(match?.[1]) * (match?.[2] === 's' ? 1_000 : 1);
  if (!match || ms > LONGEST_WAIT_MS) {
    throw invalid([{ field: 'wait', message: 'must be a time such as 30s or 1500ms, at most 60s' }]);
  }
  return ms;
}
