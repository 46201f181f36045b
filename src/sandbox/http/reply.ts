import { type Refusal } from './refusal.js';

/** A response, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a control API handler returns for a status other than 200. */
export class Answer {
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const;

export function json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
    body: JSON.stringify(value),
  };
}

/** The response format of a part of the sandbox. */
export interface Form {
  readonly success: (result: unknown) => Reply;
  readonly refusal: (refusal: Refusal) => Reply;
}

/** The gateway's envelope; a failure has no responseBody. */
export const ENVELOPE: Form = {
  success: (responseBody) =>
    json(200, { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody }),
  refusal: ({ httpStatus, message, code }) =>
    json(httpStatus, { requestSuccessful: false, responseMessage: message, responseCode: code }),
};

/** Success of paycode endpoints has no requestSuccessful. */
export const PAYCODE_ENVELOPE: Form = {
  ...ENVELOPE,
  success: (responseBody) => json(200, { responseMessage: 'success', responseCode: 'M00', responseBody }),
};

/** The control API: the plain value, or the reason. */
export const PLAIN: Form = {
  success: (result) => (result instanceof Answer ? json(result.status, result.value) : json(200, result)),
  refusal: ({ httpStatus, message }) => json(httpStatus, { reason: message }),
};

/** Another layer of the gateway refuses tokens, with OAuth errors. */
export function oauthRefusal(error: string, description: string): Reply {
  return json(401, { error, error_description: description });
}

/** The gateway's web server refuses a raw `|` in a URL before the application sees it. */
export const BARE_BAD_REQUEST: Reply = {
  status: 400,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title></head><body><h1>HTTP Status 400 – Bad Request</h1></body></html>',
};
