import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { SETTINGS_WANTED, type WithSettings } from '../domain/settings-with-result.js';

/** Adds the worker's settings to the result of an activity that asks for them. */
export function bringSettings(read: () => Promise<unknown>): ActivityInterceptorsFactory {
  const inbound: ReturnType<ActivityInterceptorsFactory>['inbound'] = {
    async execute(input, next): Promise<unknown> {
      const result: unknown = await next(input);
      if (input.headers[SETTINGS_WANTED] === undefined) return result;
      return { result, settings: await read() } satisfies WithSettings;
    },
  };
  return () => ({ inbound });
}
