/** Who may open whose door. A room may always open its own. */
export interface Room {
  readonly folder: string;
  /** Rooms, or single files of a room. */
  readonly opens: readonly string[];
  /** Rooms of which only types may be named. */
  readonly opensTypesOf?: readonly string[];
}

const MESSAGES = 'workflows/*/messages.ts';

export const ROOMS: readonly Room[] = [
  { folder: 'src/domain', opens: [] },
  { folder: 'src/gateway', opens: ['src/domain'] },
  { folder: 'activities', opens: ['src/domain', 'src/gateway'] },
  { folder: 'workflows', opens: ['src/domain'], opensTypesOf: ['activities'] },
  { folder: 'src/client', opens: ['src/domain', MESSAGES, 'src/secrets'] },
  {
    folder: 'src/api',
    opens: ['src/domain', 'src/client', 'src/gateway/events.ts', 'src/gateway/signature.ts', 'src/secrets'],
  },
  { folder: 'src/desk', opens: ['src/domain', 'src/client'], opensTypesOf: ['activities'] },
  { folder: 'src/secrets', opens: ['src/domain'] },
  { folder: 'src/sandbox', opens: ['src/domain/money.ts', 'src/gateway/signature.ts'] },
  { folder: 'src/temporal', opens: ['src/domain'] },
  { folder: 'src/cli', opens: ['src', 'activities', 'workflows'] },
  { folder: 'src/config.ts', opens: ['src/config-table.ts', 'src/live-secrets.ts'] },
  { folder: 'src/config-table.ts', opens: [] },
  { folder: 'src/live-secrets.ts', opens: [] },
];
