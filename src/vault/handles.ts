import { randomBytes } from 'node:crypto';

export interface Card {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
  readonly pin: string;
}

/** What the browser must bring to an issuer that does not take a redirect. */
export interface IssuerForm {
  readonly acsUrl: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Kept {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly erase: NodeJS.Timeout;
  form?: IssuerForm;
}

export type Handles = ReturnType<typeof createHandles>;

const LONGEST_MS = 10 * 60_000;

/**
 * Cards and codes, in memory and nowhere else. Each has a random handle, which is all that leaves; it is
 * erased with the step that needed it, or after ten minutes.
 */
export function createHandles(longestMs = LONGEST_MS) {
  const kept = new Map<string, Kept>();

  function keep(fields: Kept['fields']): string {
    const handle = randomBytes(24).toString('base64url');
    const erase = setTimeout(() => kept.delete(handle), longestMs);
    erase.unref();
    kept.set(handle, { fields, erase });
    return handle;
  }

  function forget(handle: string): void {
    clearTimeout(kept.get(handle)?.erase);
    kept.delete(handle);
  }

  return {
    keepCard: (card: Card) => keep({ card }),
    keepCode: (code: string) => keep({ token: code }),
    /** For the call to the gateway. Rejects when there is nothing, without saying what was asked for. */
    reveal: (handle: string, names: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const fields = kept.get(handle)?.fields;
      const isThere = fields !== undefined && names.every((name) => Object.hasOwn(fields, name));
      return isThere ? Promise.resolve(fields) : Promise.reject(new Error('not here, or not any more'));
    },
    /** Sees the whole answer. Only a card that is at its issuer is needed again. */
    retain: (handle: string, answer: unknown): void => {
      const { status, secure3dData } = bodyOf(answer);
      const entry = kept.get(handle);
      if (entry && status === 'BANK_AUTHORIZATION_REQUIRED') {
        const form = toForm(secure3dData);
        if (form) entry.form = form;
      } else {
        forget(handle);
      }
    },
    forget,
    formOf: (handle: string): IssuerForm | undefined => kept.get(handle)?.form,
    count: () => kept.size,
    clear: () => [...kept.keys()].forEach(forget),
  };
}

function bodyOf(answer: unknown): { readonly status?: unknown; readonly secure3dData?: unknown } {
  const body = typeof answer === 'object' && answer !== null && 'body' in answer ? answer.body : undefined;
  return typeof body === 'object' && body !== null ? body : {};
}

/** The names are those that issuers have expected since the first version of 3-D Secure. */
function toForm(given: unknown): IssuerForm | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { method, acsUrl, paReq, md, termUrl } = given as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string' || method.toUpperCase() !== 'POST') return undefined;
  if (typeof acsUrl !== 'string' || !/^https?:\/\//.test(acsUrl)) return undefined;
  const named = Object.entries({ PaReq: paReq, MD: md, TermUrl: termUrl });
  const fields = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { acsUrl, fields: Object.fromEntries(fields) };
}
