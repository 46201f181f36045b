/** One thing that `oware doctor` looked at. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, state: 'ok', found });
export const warning = (what: string, found: string, advice: string): Finding => ({
  what,
  state: 'warning',
  found,
  advice,
});
export const problem = (what: string, found: string, advice: string): Finding => ({
  what,
  state: 'problem',
  found,
  advice,
});
