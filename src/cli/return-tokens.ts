import { type Config, requireSettings } from '../config.js';
import { createReturnTokens, type ReturnTokens } from '../secrets/return-tokens.js';

/** Where browsers find the API payers come back through it, and then worker and api need the key of their addresses. */
export function returnTokens(config: Config): ReturnTokens | undefined {
  if (config.publicUrl === undefined) return undefined;
  return createReturnTokens(requireSettings(config, 'returnKey').returnKey);
}
