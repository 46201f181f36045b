/** Names of request fields with personal data or credentials. */
const SENSITIVE =
  /name|e-?mail|phone|mobile|address|account|bvn|nin|birth|card|number|pin$|cvv|expiry|token|authorizationcode|customerid|apikey|clientid/i;

const MASK = '[redacted]';
const LONGEST_REPORTED = 300;

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
  const masked = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return masked
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, MASK)
    .replace(/\beyJ[\w-]+(\.[\w-]*)*/g, MASK)
    .replace(/\d[\d -]{4,}\d/g, MASK)
    .slice(0, LONGEST_REPORTED);
}
