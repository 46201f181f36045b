/** What a folder may import. It may always import itself. */
export interface Folder {
  readonly folder: string;
  /** Folders, or single files. */
  readonly imports: readonly string[];
  /** Folders of which only types may be imported. */
  readonly importsTypesOf?: readonly string[];
}

const MESSAGES = 'workflows/*/messages.ts';
const LIFECYCLES = 'workflows/lifecycles.ts';
const SETTINGS = 'src/config/settings.ts';

export const FOLDERS: readonly Folder[] = [
  { folder: 'src/domain', imports: [] },
  { folder: 'src/gateway', imports: ['src/domain'] },
  { folder: 'activities', imports: ['src/domain', 'src/gateway'], importsTypesOf: [SETTINGS] },
  { folder: 'workflows', imports: ['src/domain'], importsTypesOf: ['activities', SETTINGS] },
  { folder: 'src/client', imports: ['src/domain', LIFECYCLES, MESSAGES, 'src/secrets'] },
  {
    folder: 'src/api',
    imports: [
      'src/domain',
      'src/client',
      LIFECYCLES,
      'src/gateway/events.ts',
      'src/gateway/signature.ts',
      'src/secrets',
    ],
    importsTypesOf: ['workflows/shared/messages.ts'],
  },
  { folder: 'src/vault', imports: ['src/domain', 'src/client'], importsTypesOf: ['activities'] },
  { folder: 'src/secrets', imports: ['src/domain'] },
  { folder: 'src/sandbox', imports: ['src/domain/money.ts', 'src/gateway/signature.ts'] },
  { folder: 'src/temporal', imports: ['src/domain'] },
  { folder: 'src/cli', imports: ['src', 'activities', 'workflows'] },
  { folder: 'src/config', imports: ['src/domain'] },
];
