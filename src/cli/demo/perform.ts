import { randomBytes } from 'node:crypto';
import { collectedIn, describeEntry, readLedger } from './books.js';
import type { Company } from './company.js';
import { createCaller, type Reply } from './http.js';
import { linkTo, type Outcome, toOutcome } from './outcome.js';
import { type Scene, STORIES } from './scene.js';
import { createStage, type Theatre } from './stage.js';
import { waitFor } from './wait-for.js';

/** What is known of a scene when it is over; notices are counted at the very end, in case one comes again. */
export interface Played {
  readonly scene: Scene;
  readonly reference: string;
  readonly end: Reply;
  readonly collected: readonly string[];
  readonly balanced: boolean;
  /** Why it could not be played to its end. */
  readonly broken?: string;
}

/** Scene after scene: each has the gateway's books for itself. */
export async function performAll(theatre: Theatre, scenes: readonly Scene[]): Promise<Outcome[]> {
  const { merchant, temporal, timeTravelObstacle } = theatre.company;
  const evening = randomBytes(3).toString('hex');
  const played: Played[] = [];
  for (const [index, scene] of scenes.entries()) {
    theatre.narrator.begins(scene, `${index + 1}/${scenes.length}`);
    if (scene.movesTime && timeTravelObstacle !== undefined) {
      theatre.narrator.notes('Left out', timeTravelObstacle);
      continue;
    }
    played.push(await perform(theatre, scene, `${scene.name}-${evening}`));
  }
  return played.map((one) => toOutcome(one, merchant.of(one.reference), temporal));
}

async function perform(theatre: Theatre, scene: Scene, reference: string): Promise<Played> {
  const { company, narrator } = theatre;
  const before = await readLedger(company.gatewayUrl);
  const broken = await playToItsEnd(theatre, scene, reference);
  const { entries, balanced } = await readLedger(company.gatewayUrl);
  const own = entries.slice(before.entryCount);
  for (const entry of own) narrator.notes('Ledger', describeEntry(entry));
  if (own.length === 0) narrator.notes('Ledger', 'nothing was moved');
  narrator.notes('Look', linkTo(company.temporal, scene, reference));
  if (broken !== undefined) narrator.notes('Wrong', broken);
  return {
    scene,
    reference,
    end: await readEnd(company, scene, reference),
    collected: collectedIn(own),
    balanced,
    ...(broken !== undefined && { broken }),
  };
}

async function playToItsEnd(theatre: Theatre, scene: Scene, reference: string): Promise<string | undefined> {
  const { merchant } = theatre.company;
  const { webhooks } = scene.expects;
  try {
    await scene.play(createStage(theatre, scene.lifecycle, reference));
    await waitFor('all notices', () => merchant.of(reference).length >= webhooks.length || undefined);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readEnd({ api }: Company, { lifecycle }: Scene, reference: string): Promise<Reply> {
  const ask = createCaller(api.url, `Bearer ${api.key}`);
  return ask('GET', `${STORIES[lifecycle]}/${reference}`).catch(() => ({}));
}
