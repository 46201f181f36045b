import type { Request, RequestHandler, Response } from 'express';

/** How a request ended. */
export interface RequestEnd {
  readonly method: string;
  readonly route: string;
  readonly status: number | 'aborted';
  readonly ms: number;
}

export type OnRequestEnd = (end: RequestEnd, response: Response) => void;

/** Reports the end of every request: for logs and for metrics. */
export function followRequests(
  routeOf: (request: Request) => string,
  ...observers: readonly OnRequestEnd[]
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const ms = performance.now() - startedAt;
      const end = { method: request.method, route: routeOf(request), status, ms } as const;
      for (const observe of observers) observe(end, response);
    });
    next();
  };
}
