/** The form of a reply. Only the gateway itself writes an envelope or an OAuth refusal. */
export type Reply =
  | {
      readonly form: 'envelope';
      readonly successful: boolean;
      readonly code: string;
      readonly message: string;
      readonly body: unknown;
    }
  | { readonly form: 'oauth'; readonly code: string }
  | { readonly form: 'foreign'; readonly seen: string };

/** Codes that mean success where the envelope leaves `requestSuccessful` out, as paycodes do. */
const SUCCESS_CODES = new Set(['0', '00', 'M00']);

export function readReply(text: string): Reply {
  if (text.trim() === '') return { form: 'foreign', seen: 'an empty reply' };
  const parsed = parse(text);
  if (parsed === undefined) return { form: 'foreign', seen: 'a reply that is not JSON' };
  if (typeof parsed !== 'object' || parsed === null) return { form: 'foreign', seen: 'JSON of another form' };
  return asEnvelope(parsed) ?? asOauth(parsed) ?? { form: 'foreign', seen: 'JSON of another form' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asEnvelope(parsed: object): Reply | undefined {
  const { requestSuccessful, responseCode, responseMessage, responseBody } = parsed as Record<
    string,
    unknown
  >;
  const code = typeof responseCode === 'number' ? String(responseCode) : responseCode;
  const hasCode = typeof code === 'string';
  if (typeof requestSuccessful !== 'boolean' && !hasCode) return undefined;
  return {
    form: 'envelope',
    successful: typeof requestSuccessful === 'boolean' ? requestSuccessful : SUCCESS_CODES.has(String(code)),
    code: hasCode ? code : '',
    // some refusals have {} instead of the reason
    message: typeof responseMessage === 'string' ? responseMessage : '',
    body: responseBody,
  };
}

// its description repeats the whole access token, so only the code is kept
function asOauth(parsed: object): Reply | undefined {
  const { error, error_description } = parsed as Record<string, unknown>;
  return typeof error === 'string' && typeof error_description === 'string'
    ? { form: 'oauth', code: error }
    : undefined;
}
