/** What a folder may import. It may always import itself. The first row that has a file decides. */
export interface Folder {
  readonly folder: string;
  /** Folders, or single files. */
  readonly imports: readonly string[];
  /** Folders of which only types may be imported. */
  readonly importsTypesOf?: readonly string[];
}

const MESSAGES = 'workflows/*/messages.ts';
const SERVICE_MESSAGES = 'workflows/services/*/messages.ts';
const LIFECYCLES = 'workflows/lifecycles.ts';
const SETTINGS = 'src/config/settings.ts';

export const FOLDERS: readonly Folder[] = [
  { folder: 'src/domain', imports: [] },
  { folder: 'src/metrics', imports: ['src/domain'] },
  { folder: 'src/gateway', imports: ['src/domain', 'src/metrics'] },
  { folder: 'activities', imports: ['src/domain', 'src/gateway'], importsTypesOf: [SETTINGS] },
  {
    folder: 'workflows/services',
    imports: ['src/domain', 'workflows/shared'],
    importsTypesOf: ['activities'],
  },
  { folder: 'workflows', imports: ['src/domain'], importsTypesOf: ['activities', SETTINGS] },
  { folder: 'src/requests', imports: ['src/domain'] },
  {
    folder: 'src/client',
    imports: ['src/domain', 'src/requests', LIFECYCLES, MESSAGES, SERVICE_MESSAGES, 'src/secrets'],
  },
  {
    folder: 'src/merchant',
    imports: ['src/domain', 'src/requests', 'src/client', LIFECYCLES, 'src/secrets'],
  },
  {
    folder: 'src/api',
    imports: [
      'src/domain',
      'src/requests',
      'src/client',
      LIFECYCLES,
      'src/metrics',
      'src/gateway/events.ts',
      'src/gateway/signature.ts',
      'src/pages',
      'src/secrets',
    ],
    importsTypesOf: ['workflows/shared/messages.ts'],
  },
  { folder: 'src/vault', imports: ['src/domain', 'src/client'], importsTypesOf: ['activities'] },
  { folder: 'src/secrets', imports: ['src/domain'] },
  { folder: 'src/pages', imports: [] },
  { folder: 'src/sandbox', imports: ['src/domain/money.ts', 'src/gateway/signature.ts', 'src/pages'] },
  // what it says of Oware must not be computed by Oware's own rules
  {
    folder: 'src/certify',
    imports: ['src/domain/money.ts'],
    importsTypesOf: ['src/sandbox/control/books.ts'],
  },
  { folder: 'src/temporal', imports: ['src/domain'] },
  { folder: 'src/cli', imports: ['src', 'activities', 'workflows'] },
  { folder: 'src/config', imports: ['src/domain'] },
];
