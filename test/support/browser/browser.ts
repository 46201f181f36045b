import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test as base } from 'vitest';

const executablePath = inject('chromium') as string | null | undefined;
const SCREENSHOTS = resolve(import.meta.dirname, '../../../coverage/screenshots');
const TIMEOUT_MS = 10_000;
const PHONE = { width: 390, height: 844 };
const VAULT = { width: 1280, height: 800 };

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser: Browser | undefined;

beforeAll(async () => {
  if (executablePath === null) return;
  if (executablePath === undefined) throw new Error('run these tests in the project that looks for Chromium');
  // as root Chromium refuses to run with its own sandbox
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET;
  browser = await chromium.launch({ executablePath, args, headless: true });
});

afterAll(async () => {
  await browser?.close();
});

export interface Screen {
  /** As small as a phone, and touched. */
  readonly phone?: boolean;
  readonly scripts?: boolean;
  readonly dark?: boolean;
}

export interface Visit {
  readonly page: Page;
  /** Keeps a picture of the page as it is. */
  readonly picture: (name: string) => Promise<void>;
  /** Something the browser will complain of, because the test wants it to happen. */
  readonly expects: (complaint: RegExp) => void;
}

interface Fixtures {
  /** Opens a browser for a person; in the end it must have had nothing to complain of. */
  readonly visit: (screen?: Screen) => Promise<Visit>;
}

const open = new Set<() => Promise<void>>();

/**
 * Ends every visit. Whoever serves the pages calls it before closing: a browser still fetches an icon when the
 * test is over, and would complain that nobody answers.
 */
export async function closeVisits(): Promise<void> {
  const closing = [...open].map((close) => close());
  open.clear();
  await Promise.all(closing);
}

/** A test in a real browser. */
export const test = base.extend<Fixtures>({
  visit: async ({ skip }, use) => {
    if (!browser) return skip('there is no Chromium');
    const at = browser;
    const visits: Awaited<ReturnType<typeof openVisit>>[] = [];
    await use(async (screen = {}) => {
      const visit = await openVisit(at, screen);
      visits.push(visit);
      open.add(visit.close);
      return visit;
    });
    await closeVisits();
    expect(visits.flatMap(({ complaints }) => complaints())).toEqual([]);
  },
});

async function openVisit(at: Browser, { phone = false, scripts = true, dark = false }: Screen) {
  const context = await at.newContext({
    viewport: phone ? PHONE : VAULT,
    isMobile: phone,
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
    javaScriptEnabled: scripts,
    colorScheme: dark ? 'dark' : 'light',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const heard = listenTo(page);
  const wanted: RegExp[] = [];
  return {
    page,
    expects: (complaint: RegExp) => void wanted.push(complaint),
    async picture(name: string) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
    },
    complaints: () => heard.filter((complaint) => !wanted.some((one) => one.test(complaint))),
    close: () => context.close(),
  };
}

/** Errors on the console, violations of the content security policy among them, scripts and requests that failed. */
function listenTo(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // a page that is left while it loads is nothing to complain of
    if (reason !== 'net::ERR_ABORTED') heard.push(`${request.url()}: ${reason}`);
  });
  return heard;
}

/** Whether everything fits without scrolling sideways. */
export async function fitsItsScreen(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
}

export async function isFocused(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) === 1;
}

/** Whether what has the focus is marked for those who look. */
export async function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`{
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  }`);
}

/** Buttons and fields smaller than 24 by 24 pixels, the least that a finger hits. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 24)
      .map(([element, { width, height }]) => element.outerHTML.slice(0, 80) + ' ' + width + 'x' + height)
  `);
}
