import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../support/browser/chromium.js';

/** Creates executable files at these paths. */
function place(...paths: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'oware-chromium-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return paths.map((path) => {
    const program = join(root, path);
    mkdirSync(join(program, '..'), { recursive: true });
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    return program;
  });
}

const folderOf = (program: string) => join(program, '..');

describe('the browser of the tests', () => {
  test('is the one in OWARE_TEST_CHROMIUM', () => {
    const [named, other] = place('mine/browser', 'bin/chromium');
    expect(findChromium({ OWARE_TEST_CHROMIUM: named, PATH: folderOf(other!) })).toBe(named);
  });

  test('is not silently another one when the file in OWARE_TEST_CHROMIUM does not exist', () => {
    const [other] = place('bin/chromium');
    const environment = { OWARE_TEST_CHROMIUM: '/nowhere/browser', PATH: folderOf(other!) };
    expect(() => findChromium(environment)).toThrow('/nowhere/browser');
  });

  test('is otherwise found on the PATH, Chromium before Chrome', () => {
    const [chrome, chromium] = place('first/google-chrome', 'second/chromium');
    const PATH = [folderOf(chrome!), folderOf(chromium!)].join(delimiter);
    expect(findChromium({ PATH })).toBe(chromium);
    expect(findChromium({ PATH: folderOf(chrome!) })).toBe(chrome);
  });

  test('must be executable', () => {
    const [text] = place('bin/chromium');
    chmodSync(text!, 0o644);
    expect(findChromium({ PATH: folderOf(text!) })).toBeUndefined();
    expect(findChromium({})).toBeUndefined();
  });
});
