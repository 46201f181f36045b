import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test as base } from 'vitest';

const executablePath = inject('chromium') as string | null | undefined;
const SCREENSHOTS = resolve(import.meta.dirname, '../../../coverage/screenshots');
/** On a machine whose processors are shared with others, a step can take half a minute. */
const TIMEOUT_MS = 60_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

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
  if (executablePath === undefined)
    throw new Error('run these tests in the browser project, which finds Chromium');
  // as root Chromium refuses to run with its own sandbox
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET;
  browser = await chromium.launch({ executablePath, args, headless: true });
});

afterAll(async () => {
  await browser?.close();
});

export interface Screen {
  /** A phone's screen size, with touch. */
  readonly phone?: boolean;
  readonly scripts?: boolean;
  readonly dark?: boolean;
}

export interface Visit {
  readonly page: Page;
  /** Saves a screenshot of the page. */
  readonly picture: (name: string) => Promise<void>;
  /** A browser error that the test expects. */
  readonly expects: (complaint: RegExp) => void;
}

interface Fixtures {
  /** Opens a browser window; at the end of the test it must have reported no errors. */
  readonly visit: (screen?: Screen) => Promise<Visit>;
}

const open = new Set<() => Promise<void>>();

/**
 * Closes every visit. A test that serves pages calls it before it closes its server: a browser still fetches an icon
 * after the test, and would report the failed request.
 */
export async function closeVisits(): Promise<void> {
  const closing = [...open].map((close) => close());
  open.clear();
  await Promise.all(closing);
}

/** A test in a real browser. */
export const test = base.extend<Fixtures>({
  visit: async ({ skip }, use) => {
    if (!browser) return skip('Chromium not found');
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
    viewport: phone ? PHONE : DESKTOP,
    isMobile: phone,
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
    javaScriptEnabled: scripts,
    colorScheme: dark ? 'dark' : 'light',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const errors = listenTo(page);
  const wanted: RegExp[] = [];
  return {
    page,
    expects: (complaint: RegExp) => void wanted.push(complaint),
    async picture(name: string) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
    },
    complaints: () => errors.filter((complaint) => !wanted.some((one) => one.test(complaint))),
    close: () => context.close(),
  };
}

/** Errors on the console, violations of the content security policy among them, scripts and requests that failed. */
function listenTo(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // leaving a page while it loads is not an error
    if (reason !== 'net::ERR_ABORTED') errors.push(`${request.url()}: ${reason}`);
  });
  return errors;
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

/** Whether the focused element has a visible outline. */
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
