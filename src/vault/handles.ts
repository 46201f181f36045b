import { randomBytes } from 'node:crypto';

export interface Card {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
  readonly pin: string;
}

/** The form that the browser must post to an issuer that does not accept a redirect. */
export interface IssuerForm {
  readonly acsUrl: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Entry {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly erase: NodeJS.Timeout;
  form?: IssuerForm;
}

export type Handles = ReturnType<typeof createHandles>;

const MAX_AGE_MS = 10 * 60_000;

/**
 * Cards and OTPs, in memory only. Each has a random handle, and only the handle leaves this process. An entry is erased
 * after the step that needs it, or after ten minutes.
 */
export function createHandles(maxAgeMs = MAX_AGE_MS) {
  const entries = new Map<string, Entry>();

  function keep(fields: Entry['fields']): string {
    const handle = randomBytes(24).toString('base64url');
    const erase = setTimeout(() => entries.delete(handle), maxAgeMs);
    erase.unref();
    entries.set(handle, { fields, erase });
    return handle;
  }

  function forget(handle: string): void {
    clearTimeout(entries.get(handle)?.erase);
    entries.delete(handle);
  }

  return {
    keepCard: (card: Card) => keep({ card }),
    // the gateway names it so for cards, and so for payouts
    keepOtp: (otp: string) => keep({ token: otp, authorizationCode: otp }),
    /** For the call to the gateway. The error of a missing entry does not repeat the handle. */
    reveal: (handle: string, names: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const fields = entries.get(handle)?.fields;
      const isThere = fields !== undefined && names.every((name) => Object.hasOwn(fields, name));
      return isThere
        ? Promise.resolve(fields)
        : Promise.reject(new Error('The handle is unknown or its secret fields have been erased.'));
    },
    /** Receives the whole answer. Only a card in 3-D Secure authentication is needed again. */
    retain: (handle: string, answer: unknown): void => {
      const { status, secure3dData } = bodyOf(answer);
      const entry = entries.get(handle);
      if (entry && status === 'BANK_AUTHORIZATION_REQUIRED') {
        const form = toForm(secure3dData);
        if (form) entry.form = form;
      } else {
        forget(handle);
      }
    },
    forget,
    formOf: (handle: string): IssuerForm | undefined => entries.get(handle)?.form,
    count: () => entries.size,
    clear: () => [...entries.keys()].forEach(forget),
  };
}

function bodyOf(answer: unknown): { readonly status?: unknown; readonly secure3dData?: unknown } {
  const body = typeof answer === 'object' && answer !== null && 'body' in answer ? answer.body : undefined;
  return typeof body === 'object' && body !== null ? body : {};
}

/** The field names are those of 3-D Secure 1. */
function toForm(given: unknown): IssuerForm | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { method, acsUrl, paReq, md, termUrl } = given as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string' || method.toUpperCase() !== 'POST') return undefined;
  if (typeof acsUrl !== 'string' || !/^https?:\/\//.test(acsUrl)) return undefined;
  const named = Object.entries({ PaReq: paReq, MD: md, TermUrl: termUrl });
  const fields = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { acsUrl, fields: Object.fromEntries(fields) };
}
