import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainEnd, runToEnd, succeeded } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { tellingElapsed } from './elapsed.js';
import type { FinderOptions } from './options.js';
import { usageOf } from './test-server-usage.js';
import { TEST_SERVER_VERSION } from './versions.js';

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

/** The first compiler and the simplest collector: the server listens in under a second and lives for minutes. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** What java is given to run the test server from the jars in this folder; its port follows. */
export function jarArguments(folder: string): string[] {
  return [...QUICK_START, '-cp', join(folder, 'lib', '*'), 'io.temporal.testserver.TestServer'];
}

/** Has Maven copy the test server, whose jar is thin, and everything that it needs. */
export function copyByMaven({ tools: { mvn, java }, onProgress }: FinderOptions): Fill {
  const tell = (elapsed: string) =>
    onProgress?.({
      phase: 'downloading',
      line: `Maven copies the test server and its libraries, ${elapsed}`,
    });
  return async ({ folder, scratch }) => {
    if (mvn === undefined) return { missed: 'mvn is not on PATH' };
    if (java === undefined) return { missed: 'java is not on PATH' };
    await writeFile(join(scratch, 'pom.xml'), POM);
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`];
    const ended = await tellingElapsed(tell, () => runToEnd(mvn, ['-q', '-B', ...goal], { cwd: scratch }));
    if (!succeeded(ended)) return { missed: explainEnd(ended) };
    const usage = await usageOf(java, jarArguments(folder));
    return 'found' in usage ? { found: { obtainedBy: 'maven', version: TEST_SERVER_VERSION } } : usage;
  };
}
