import type { Downloader } from './sdk-download.js';
import type { Tools } from './tools.js';

export interface Progress {
  readonly phase: 'waiting' | 'downloading' | 'building';
  readonly line: string;
}

export interface FinderOptions {
  readonly tools: Tools;
  /** Shared by every clone of this user; made when it is not there. */
  readonly cacheDir: string;
  readonly onProgress?: (progress: Progress) => void;
  readonly downloader?: Downloader;
}
