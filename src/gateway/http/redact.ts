/** Names of request fields with personal data or credentials. */
const SENSITIVE =
  /name|e-?mail|phone|mobile|address|account|bvn|nin|birth|card|number|pin$|cvv|expiry|token|authorizationcode|customerid|apikey|clientid/i;

const MASK = '[redacted]';
const LONGEST_REPORTED = 300;

/** What is read of a foreign text: the patterns take the square of its length. */
const LONGEST_READ = 2_000;
/** What may be the half of an e-mail address. */
const LONGEST_FOUND = 320;

/** Texts that must not be logged: the values of sensitive fields at any depth. */
export function sensitiveValues(fields: unknown, within = false): string[] {
  if (typeof fields === 'string') return within && fields.length > 2 ? [fields] : [];
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    sensitiveValues(value, within || SENSITIVE.test(name)),
  );
}

/** Makes a foreign text safe for a log line or an error. */
export function redact(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  const margin = Math.max(LONGEST_FOUND, longestFirst[0]?.length ?? 0);
  const cut = text.slice(0, LONGEST_READ + margin);
  const masked = longestFirst
    .reduce((rest, secret) => rest.replaceAll(secret, MASK), cut)
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, MASK)
    .replace(/\beyJ[\w-]+(\.[\w-]*)*/g, MASK)
    .replace(/\d[\d -]{4,}\d/g, MASK);
  // at the end of a cut text there may be half a secret, which nothing has recognised
  const whole = cut.length < text.length ? masked.slice(0, Math.max(masked.length - margin, 0)) : masked;
  return whole.slice(0, LONGEST_REPORTED);
}
