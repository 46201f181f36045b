import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { PINS } from '../../../src/temporal/find/pins.js';
import { findTestServer } from '../../../src/temporal/find/test-server.js';
import { fakeDownloader, linesOf, script, temporaryFolder, writes } from '../fakes.js';

let folder: string;
let cacheDir: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
});

const fakeJava = (body = 'echo "Usage: <command> <port> <flags>"') => script(join(folder, 'java'), body);

/** Copies two jars, a.jar with the content "a" and b.jar with the content "b". */
async function fakeMaven(): Promise<string> {
  const copy = `for option; do case $option in -DoutputDirectory=*) lib=\${option#*=};; esac; done
echo "$@" >> ${folder}/goals; grep version pom.xml >> ${folder}/poms
mkdir -p "$lib"; printf b > "$lib/b.jar"; printf a > "$lib/a.jar"`;
  return await script(join(folder, 'mvn'), copy);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const jars = sha256(`a.jar ${sha256('a')}\nb.jar ${sha256('b')}\n`);
const pins = { jars };

test('uses the native server that the SDK downloads, in the pinned version, when a setting allows it', async () => {
  const body = `[ "$1 $3" = "test-server v1.32.1" ] && ${writes('$2/temporal-test-server-v1', 'echo "Usage: x"')}`;
  const downloader = await fakeDownloader(folder, body);

  const server = await findTestServer({ cacheDir, downloader, allowUnpinned: true, tools: {} });
  expect(server).toEqual({ command: join(cacheDir, 'test-server-1.32.1/temporal-test-server'), args: [] });
});

test('lets Maven copy the jars, and runs them with java', async () => {
  const tools = { mvn: await fakeMaven(), java: await fakeJava() };
  const options = { cacheDir, pins, tools };
  const server = await findTestServer(options);

  expect(server.command).toBe(tools.java);
  expect(server.args.slice(-3)).toEqual([
    '-cp',
    join(cacheDir, 'test-server-1.32.1/lib/*'),
    'io.temporal.testserver.TestServer',
  ]);
  expect(await linesOf(join(folder, 'poms'))).toContain('      <version>1.32.1</version>');
  expect(await linesOf(join(folder, 'goals'))).toEqual([
    expect.stringMatching(
      /^-q -B org\.apache\.maven\.plugins:maven-dependency-plugin:3\.8\.1:copy-dependencies -DoutputDirectory=\S+\/lib$/,
    ),
  ]);

  const again = { ...options, tools: { java: tools.java } };
  expect(await findTestServer(again)).toEqual(server);
});

test('neither runs nor keeps jars with another hash than the pinned one', async () => {
  const ran = join(folder, 'ran');
  const java = await fakeJava(`echo ran >> ${ran}; echo "Usage: x"`);

  await expect(findTestServer({ cacheDir, tools: { mvn: await fakeMaven(), java } })).rejects.toThrow(
    `Maven and Java: the test server's jars: the sha256 does not match the pin, so Oware does not run this download
      expected ${PINS.jars}
      got      ${jars}`,
  );
  expect(await linesOf(ran)).toEqual([]);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('reports that the cached jars need java', async () => {
  const tools = { mvn: await fakeMaven(), java: await fakeJava() };
  await findTestServer({ cacheDir, pins, tools });

  await expect(findTestServer({ cacheDir, pins, tools: {} })).rejects.toThrow(
    `Oware's cache: ${cacheDir}/test-server-1.32.1 needs java, which is not on PATH`,
  );
});

test('does not keep jars that this Java cannot run', async () => {
  const java = await fakeJava('echo "UnsupportedClassVersionError" >&2; exit 1');

  await expect(findTestServer({ cacheDir, pins, tools: { mvn: await fakeMaven(), java } })).rejects.toThrow(
    'Maven and Java: it does not run here: ended with code 1\n      UnsupportedClassVersionError',
  );
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('reports what was tried and that Java and Maven would do', async () => {
  await expect(findTestServer({ cacheDir, tools: {} })).rejects.toMatchObject({
    name: 'NoServerError',
    message: `No Temporal test server could be found or obtained. Tried:
  - Oware's cache: nothing in ${cacheDir}/test-server-1.32.1 yet
  - the SDK's download: skipped, because it runs without a pinned hash; OWARE_UNPINNED_DOWNLOADS=allow permits it
  - Maven and Java: mvn is not on PATH
Do one of these:
  - install Java 11 or later and Maven; Oware then fetches the server, once, in a minute`,
  });
});
