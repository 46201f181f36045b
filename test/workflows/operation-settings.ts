import { readConfig, toSettings } from '../../src/config/config.js';
import type { Settings } from '../../src/config/settings.js';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const SETTINGS: Settings = {
  ...toSettings(readConfig({})),
  propagationMs: 5 * SECOND,
  deliversWebhooks: true,
};
