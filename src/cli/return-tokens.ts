import { type Config, requireSettings } from '../config/config.js';
import { createReturnTokens, type ReturnTokens } from '../secrets/return-tokens.js';

/** With a public URL payers return through the API, and worker and api need the key of the return tokens. */
export function returnTokens(config: Config): ReturnTokens | undefined {
  if (config.publicUrl === undefined) return undefined;
  return createReturnTokens(requireSettings(config, 'returnKey').returnKey);
}
