/** The oldest server that Oware was tested on: it has worker versioning, updates and update-with-start. */
export const OLDEST_GOOD_SERVER = '1.29.1';

/** The oldest server that can fast-forward a single workflow. */
export const OLDEST_WITH_TIME_TRAVEL = '1.32.0';

/** The temporal CLI that Oware requires, and its server; docker-compose.yml runs the same minor version. */
export const CLI_VERSION = '1.9.1';
export const CLI_SERVER_VERSION = '1.32.0';

/**
 * The temporal CLI that Oware builds with Go; it has server 1.29.1. Later releases replace one of their
 * modules by a folder of their repository, which the module proxy does not have.
 */
export const CLI_MODULE = 'github.com/temporalio/cli@v1.5.1';
export const OLDEST_GO = '1.25';

/** One test server everywhere, however it is obtained: tests depend on how it skips time. */
export const TEST_SERVER_VERSION = '1.32.1';
export const OLDEST_JAVA = '11';
/** Requires Maven 3.6.3. Without a version Maven uses the one that it was released with. */
export const MAVEN_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/**
 * The versions that the SDK downloads. "default" is the dev server that its publisher matched with the SDK.
 */
export const SDK_DOWNLOADS = {
  'dev-server': 'default',
  'test-server': `v${TEST_SERVER_VERSION}`,
} as const;

/** Compares dotted numbers; what follows them (a pre-release mark) does not count. */
export function isAtLeast(version: string, floor: string): boolean {
  const given = numbers(version);
  for (const [place, wanted] of numbers(floor).entries()) {
    const difference = (given[place] ?? 0) - wanted;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbers(version: string): number[] {
  const [dotted = ''] = /^\d+(\.\d+)*/.exec(version) ?? [];
  return dotted.split('.').map(Number);
}
