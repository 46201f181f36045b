import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findTestServer } from '../../../src/temporal/find/test-server.js';
import { fakeDownloader, linesOf, script, temporaryFolder, writes } from '../fakes.js';

let folder: string;
let cacheDir: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
});

const offline = () => fakeDownloader(folder, 'exit 1');
const fakeJava = (body = 'echo "Usage: <command> <port> <flags>"') => script(join(folder, 'java'), body);

async function fakeMaven(): Promise<string> {
  const copy = `for option; do case $option in -DoutputDirectory=*) lib=\${option#*=};; esac; done
mkdir -p "$lib"; cp pom.xml "$lib/temporal-test-server.jar"; grep version pom.xml >> ${folder}/poms`;
  return await script(join(folder, 'mvn'), copy);
}

test('takes the native server that the SDK downloads, in the pinned version', async () => {
  const body = `[ "$1 $3" = "test-server v1.32.1" ] && ${writes('$2/temporal-test-server-v1', 'echo "Usage: x"')}`;
  const downloader = await fakeDownloader(folder, body);

  const server = await findTestServer({ cacheDir, downloader, tools: {} });
  expect(server).toEqual({ command: join(cacheDir, 'test-server/temporal-test-server'), args: [] });
});

test('has Maven copy the jars, and runs them with java', async () => {
  const tools = { mvn: await fakeMaven(), java: await fakeJava() };
  const options = { cacheDir, downloader: await offline(), tools };
  const server = await findTestServer(options);

  expect(server.command).toBe(tools.java);
  expect(server.args.slice(-3)).toEqual([
    '-cp',
    join(cacheDir, 'test-server/lib/*'),
    'io.temporal.testserver.TestServer',
  ]);
  expect(await linesOf(join(folder, 'poms'))).toContain('      <version>1.32.1</version>');

  const again = { ...options, tools: { java: tools.java } };
  expect(await findTestServer(again)).toEqual(server);
});

test('says that the cached jars need java', async () => {
  const options = { cacheDir, downloader: await offline() };
  await findTestServer({ ...options, tools: { mvn: await fakeMaven(), java: await fakeJava() } });

  await expect(findTestServer({ ...options, tools: {} })).rejects.toThrow(
    `Oware's cache: ${cacheDir}/test-server needs java, which is not on PATH`,
  );
});

test('does not keep jars that this Java cannot run', async () => {
  const java = await fakeJava('echo "UnsupportedClassVersionError" >&2; exit 1');
  const options = { cacheDir, downloader: await offline(), tools: { mvn: await fakeMaven(), java } };

  await expect(findTestServer(options)).rejects.toThrow(
    'Maven and Java: it does not run here: ended with code 1\n      UnsupportedClassVersionError',
  );
});

test('says what was tried and that Java and Maven help', async () => {
  await expect(findTestServer({ cacheDir, downloader: await offline(), tools: {} })).rejects.toMatchObject({
    name: 'NoServerError',
    message: `No Temporal test server could be found or made. Tried:
  - Oware's cache: nothing in ${cacheDir}/test-server yet
  - the SDK's download: ended with code 1
  - Maven and Java: mvn is not on PATH
Any of these helps:
  - install Java 11 or later and Maven; Oware then fetches the server, once, in a minute`,
  });
});
