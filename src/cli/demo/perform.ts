import { randomBytes } from 'node:crypto';
import { collectedIn, describeEntry, readBooks } from './books.js';
import type { Company } from './company.js';
import { createCaller, type Reply } from './http.js';
import type { Narrator } from './narrator.js';
import { linkTo, type Outcome, toOutcome } from './outcome.js';
import { type Scene, type Stage, STORIES } from './scene.js';
import { createStage } from './stage.js';

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
export async function performAll(
  company: Company,
  scenes: readonly Scene[],
  narrator: Narrator,
): Promise<Outcome[]> {
  const evening = randomBytes(3).toString('hex');
  const played: Played[] = [];
  for (const [index, scene] of scenes.entries()) {
    narrator.begins(scene, `${index + 1}/${scenes.length}`);
    played.push(await perform(company, scene, `${scene.name}-${evening}`, narrator));
  }
  return played.map((one) => toOutcome(one, company.merchant.of(one.reference), company.temporal));
}

async function perform(
  company: Company,
  scene: Scene,
  reference: string,
  narrator: Narrator,
): Promise<Played> {
  const before = await readBooks(company.gatewayUrl);
  const broken = await playToItsEnd(company, scene, createStage(company, scene, reference, narrator));
  const { moves, balanced } = await readBooks(company.gatewayUrl);
  const own = moves.slice(before.entries);
  for (const entry of own) narrator.notes('Books', describeEntry(entry));
  if (own.length === 0) narrator.notes('Books', 'nothing was moved');
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

async function playToItsEnd(company: Company, scene: Scene, stage: Stage): Promise<string | undefined> {
  try {
    await company.worker.playWith(scene.settings ?? {});
    await scene.play(stage);
    for (const type of scene.expects.notices) await stage.hears(type);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readEnd({ api }: Company, { story }: Scene, reference: string): Promise<Reply> {
  const ask = createCaller(api.url, `Bearer ${api.key}`);
  return ask('GET', `${STORIES[story]}/${reference}`).catch(() => ({}));
}
