/** The sandbox says no. Thrown inside of a request, so that whatever the request had begun is rolled back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly httpStatus: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>> = {};

  constructor(httpStatus: number, message: string, code = '99') {
    super(message);
    this.httpStatus = httpStatus;
    this.code = code;
  }
}

/** For steps that show a page of their own when they are refused; what they had done until then stays done. */
export function orRefusal<T>(step: () => T): T | Refusal {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A field is missing or cannot be read. */
export const badRequest = (reason: string): Refusal => new Refusal(400, reason);

/** The request can be read and asks for what cannot be. */
export const unprocessable = (reason: string): Refusal => new Refusal(422, reason);

export const notFound = (reason: string): Refusal => new Refusal(404, reason);

/** The text that the gateway gives for whatever it cannot parse; the reason after it is the sandbox's courtesy. */
export const malformed = (reason: string): Refusal =>
  badRequest(`The request could not be completed due to malformed syntax: ${reason}`);
