import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { SEARCH_ATTRIBUTES } from '../domain/lifecycle/search-attributes.js';
import { GRPC } from '../domain/grpc-status.js';

const KNOWN_WITHIN_MS = 20_000;

/** The server's numbers for the kinds of search attribute. */
const KINDS = { KEYWORD: 2, INT: 3, BOOL: 5, DATETIME: 6, KEYWORD_LIST: 7 } as const;

export interface NamespaceWanted {
  readonly namespace: string;
  readonly retentionDays: number;
}

/**
 * Prepares the namespace: creates it, sets its retention, and adds the search attributes. Idempotent, also
 * from several processes at once.
 */
export async function prepareNamespace(connection: Connection, wanted: NamespaceWanted): Promise<void> {
  await ensureNamespace(connection, wanted);
  await ensureSearchAttributes(connection, wanted.namespace);
}

async function ensureNamespace(connection: Connection, { namespace, retentionDays }: NamespaceWanted) {
  const workflowExecutionRetentionTtl = msToTs(retentionDays * 86_400_000);
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    const present = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    if (present === retentionDays * 86_400) return;
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl },
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code as number) !== GRPC.NOT_FOUND) throw error;
    await connection.workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: workflowExecutionRetentionTtl })
      .catch(ignoreExisting);
  }
}

async function ensureSearchAttributes(connection: Connection, namespace: string) {
  const { customAttributes } = await onceKnown(() =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
  const missing = Object.keys(SEARCH_ATTRIBUTES).filter((name) => !(name in customAttributes));
  if (missing.length > 0) await addSearchAttributes(connection, namespace, missing);
}

/** Without reading the existing ones: the time-skipping server has no listing. */
export async function addSearchAttributes(
  connection: Connection,
  namespace: string,
  names: readonly string[] = Object.keys(SEARCH_ATTRIBUTES),
): Promise<void> {
  const wanted = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => names.includes(name));
  const searchAttributes = Object.fromEntries(wanted.map(([name, kind]) => [name, KINDS[kind]]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes }).catch(ignoreExisting);
}

/** A cluster learns of a new namespace service by service; until then some of them deny it. */
async function onceKnown<Result>(ask: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const denied = isGrpcServiceError(error) && (error.code as number) === GRPC.NOT_FOUND;
      if (!denied || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

function ignoreExisting(error: unknown): void {
  if (!isGrpcServiceError(error) || (error.code as number) !== GRPC.ALREADY_EXISTS) throw error;
}
