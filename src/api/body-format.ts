import type { Request } from 'express';
import { Problem } from '../requests/problem.js';

export const hasBody = (request: Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length')) > 0;

/** 51 compressed bytes can expand to 32 MB. */
export function refuseEncoded(request: Request): void {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    throw new Problem('encoded-body', 'Send the body without a Content-Encoding.');
  }
}

/** Any other encoding could hide from a proxy, or from a person, what the API reads. */
export function refuseOtherCharsets(request: Request): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Problem('wrong-content-type', 'The body must be in UTF-8.');
  }
}
