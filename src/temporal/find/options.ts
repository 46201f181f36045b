import type { Pins } from './pins.js';
import type { Downloader } from './sdk-download.js';
import type { Tools } from './tools.js';

export interface Progress {
  readonly phase: 'waiting' | 'downloading' | 'building';
  readonly line: string;
}

export interface FinderOptions {
  readonly tools: Tools;
  /** Shared by every clone of this user; created when missing. */
  readonly cacheDir: string;
  /** From OWARE_TEMPORAL_CLI: the path of the only temporal CLI that is tried. */
  readonly temporalCli?: string | undefined;
  /** From OWARE_UNPINNED_DOWNLOADS: whether downloads may run whose content Oware cannot compare with a pin. */
  readonly allowUnpinned?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly downloader?: Downloader;
  readonly pins?: Partial<Pins>;
  /** Such as linux-x64; by default this machine's. */
  readonly platform?: string;
  /** How long pip may take. */
  readonly wheelLimitMs?: number;
}
