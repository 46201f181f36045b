import * as lifecycles from '../../../workflows/lifecycles.js';
import { createCaller, createRefusal, submitForm } from './http.js';
import type { Reporter } from './reporter.js';
import type { LifecycleName, ScenarioContext } from './scenario.js';
import type { DemoSystem } from './system.js';
import { waitFor } from './wait-for.js';

export interface Demo {
  readonly system: DemoSystem;
  readonly reporter: Reporter;
}

export function createContext(
  { system, reporter }: Demo,
  lifecycle: LifecycleName,
  reference: string,
): ScenarioContext {
  const { url, key, approverKey } = system.api;
  const oware = createCaller(url, `Bearer ${key}`);
  const path = `${lifecycles[lifecycle].path}/${reference}`;
  const gateway = createCaller(system.gatewayUrl);
  return {
    reference,
    report: reporter.step,
    oware,
    approver: createCaller(url, `Bearer ${approverKey}`),
    owareRefuses: createRefusal(url, `Bearer ${key}`),
    gateway,
    gatewayRefuses: createRefusal(system.gatewayUrl),
    submitForm,
    waitForState: (state) =>
      waitFor(`state ${state} of ${reference}`, async () => {
        const reply = await oware('GET', `${path}?wait=1s`);
        return reply.state === state ? reply : undefined;
      }),
    waitForWebhook: (type, nth = 1) =>
      waitFor(
        `webhook ${type} number ${nth} of ${reference}`,
        () => system.merchant.webhooksOf(reference).filter((webhook) => webhook.type === type)[nth - 1],
      ),
    killWorker: system.worker.kill,
    passTime: async (duration) => {
      await gateway('POST', '/sandbox/clock/advance', { duration });
    },
  };
}
