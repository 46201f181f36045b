/** An error response. Thrown inside a request, so that its changes are rolled back. */
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

/** For pages that show the refusal themselves; changes made before the refusal stay. */
export function orRefusal<T>(step: () => T): T | Refusal {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A field is missing or invalid. */
export const badRequest = (reason: string): Refusal => new Refusal(400, reason);

/** The request is valid and cannot be fulfilled. */
export const unprocessable = (reason: string): Refusal => new Refusal(422, reason);

export const notFound = (reason: string): Refusal => new Refusal(404, reason);

/** The gateway's text for a request that it cannot parse; the sandbox appends the reason. */
export const malformed = (reason: string): Refusal =>
  badRequest(`The request could not be completed due to malformed syntax: ${reason}`);
