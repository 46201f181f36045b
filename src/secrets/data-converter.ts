import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';

const inWorkflows = (file: string) => fileURLToPath(new URL(`../../workflows/${file}`, import.meta.url));

/** Loaded by path in every client and worker, and again inside the workflow bundle. */
export const CONVERTER_PATHS = {
  payloadConverterPath: inWorkflows('payload-converter.js'),
  failureConverterPath: inWorkflows('failure-converter.js'),
} as const;

/** The data converter for Temporal payloads: every client, worker and replay uses this one. */
export function createDataConverter(): DataConverter {
  return { ...CONVERTER_PATHS, payloadCodecs: [] };
}
