import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainEnd, runToEnd, succeeded } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { reportElapsed } from './elapsed.js';
import { sha256OfJars } from './jars.js';
import type { FinderOptions } from './options.js';
import { matchPin, PINS } from './pins.js';
import { usageOf } from './test-server-usage.js';
import { MAVEN_PLUGIN, TEST_SERVER_VERSION } from './versions.js';

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>oware</groupId>
  <artifactId>test-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${TEST_SERVER_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

const LIB = 'lib';

/** The first compiler and the simplest collector: the server listens in under a second and lives for minutes. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Java's arguments to run the test server from the jars in this folder; the port follows. */
export function jarArguments(folder: string): string[] {
  return [...QUICK_START, '-cp', join(folder, LIB, '*'), 'io.temporal.testserver.TestServer'];
}

/** Runs Maven to copy the test server, whose jar is thin, and everything that it needs. */
export function copyByMaven({ tools: { mvn, java }, onProgress, ...options }: FinderOptions): Fill {
  const { jars } = { ...PINS, ...options.pins };
  const report = (elapsed: string) =>
    onProgress?.({
      phase: 'downloading',
      line: `Maven copies the test server and its libraries, ${elapsed}`,
    });
  return async ({ folder, scratch }) => {
    if (mvn === undefined) return { missed: 'mvn is not on PATH' };
    if (java === undefined) return { missed: 'java is not on PATH' };
    await writeFile(join(scratch, 'pom.xml'), POM);
    const lib = join(folder, LIB);
    const goal = [`${MAVEN_PLUGIN}:copy-dependencies`, `-DoutputDirectory=${lib}`];
    const ended = await reportElapsed(report, () => runToEnd(mvn, ['-q', '-B', ...goal], { cwd: scratch }));
    if (!succeeded(ended)) return { missed: explainEnd(ended) };
    const checked = matchPin("the test server's jars", jars, await sha256OfJars(lib));
    if ('missed' in checked) return checked;
    const usage = await usageOf(java, jarArguments(folder));
    return 'found' in usage ? { found: { obtainedBy: 'maven', version: TEST_SERVER_VERSION } } : usage;
  };
}
