/** Header of an activity whose caller does not know the worker's settings yet. */
export const SETTINGS_WANTED = 'oware-settings';

/** The result of such an activity, once it has succeeded. */
export interface WithSettings {
  readonly result: unknown;
  readonly settings: unknown;
}

export function isWithSettings(returned: unknown): returned is WithSettings {
  return typeof returned === 'object' && returned !== null && 'result' in returned && 'settings' in returned;
}
