import express from 'express';
import { createBatchReader } from '../../../src/api/batch-file.js';
import type { BatchRequest, BatchRules } from '../../../src/requests/batch-rows.js';
import { handleErrors } from '../../../src/api/handle-errors.js';
import { serve, type Serving } from '../../../src/cli/serve.js';
import { SILENT } from './serve-api.js';

const RULES: BatchRules = { maxRows: 10_000, hasDuplicateGuard: true };

/** Reads batches over HTTP as the API does, and gives back what it read. */
export function serveBatches(
  rules: Partial<BatchRules> = {},
  use: (batch: BatchRequest) => Promise<unknown> = (batch) => Promise.resolve(batch),
): Promise<Serving> {
  const read = createBatchReader({ ...RULES, ...rules });
  const app = express();
  app.post('/v1/batches', async (request, response) => {
    response.json(await read(request, use));
  });
  app.use(handleErrors(SILENT));
  return serve(app, '127.0.0.1', 0);
}
