import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';

/** Loaded by path in every worker, and again inside the workflow bundle. */
export const FAILURE_CONVERTER = fileURLToPath(
  new URL('../../workflows/failure-converter.js', import.meta.url),
);

/** How everything is written into Temporal: every client, worker and replay uses this one. */
export function createDataConverter(): DataConverter {
  return { failureConverterPath: FAILURE_CONVERTER, payloadCodecs: [] };
}
