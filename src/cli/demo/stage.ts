import type { Company } from './company.js';
import { createCaller, createRefusal, submitForm } from './http.js';
import type { Narrator } from './narrator.js';
import { type Stage, STORIES } from './scene.js';
import { waitFor } from './wait-for.js';

export interface Theatre {
  readonly company: Company;
  readonly narrator: Narrator;
}

export function createStage(
  { company, narrator }: Theatre,
  lifecycle: keyof typeof STORIES,
  reference: string,
): Stage {
  const { url, key } = company.api;
  const oware = createCaller(url, `Bearer ${key}`);
  const path = `${STORIES[lifecycle]}/${reference}`;
  const gateway = createCaller(company.gatewayUrl);
  return {
    reference,
    say: narrator.says,
    oware,
    owareRefuses: createRefusal(url, `Bearer ${key}`),
    gateway,
    gatewayRefuses: createRefusal(company.gatewayUrl),
    fillIn: submitForm,
    becomes: (state) =>
      waitFor(`${state} of ${reference}`, async () => {
        const lifecycle = await oware('GET', `${path}?wait=1s`);
        return lifecycle.state === state ? lifecycle : undefined;
      }),
    hears: (type, nth = 1) =>
      waitFor(
        `${type} of ${reference}, number ${nth}`,
        () => company.merchant.of(reference).filter((webhook) => webhook.type === type)[nth - 1],
      ),
    killWorker: company.worker.kill,
    passTime: async (duration) => {
      await gateway('POST', '/sandbox/clock/advance', { duration });
    },
  };
}
