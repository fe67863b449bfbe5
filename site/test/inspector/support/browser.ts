import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { serveFolder } from '../../../inspector/serve.js';

const PLACES = [
  process.env.EDILOOM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium of the machine. */
export const CHROMIUM = PLACES.find((path): path is string => path !== undefined && existsSync(path));

if (CHROMIUM === undefined) {
  const text = 'There is no Chromium: install it (apt-get install chromium), or name it in EDILOOM_CHROMIUM.';
  if (process.env.CI !== undefined && process.env.CI !== '') throw new Error(text);
  console.warn(`${text} The tests of the page are left out.`);
}

/** A page of the inspector, and what it did that it must not do. */
export interface Visit {
  readonly page: Page;
  /** Console errors and exceptions, breaches of the policy among them. */
  readonly faults: string[];
  /** Addresses that were asked for, outside of the inspector's own. */
  readonly strays: string[];
  /** All addresses, as paths. */
  readonly requests: string[];
}

export interface Served {
  readonly url: string;
  readonly browser: Browser;
  visit(options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** Serves the built inspector, and starts a browser for it. */
export async function servedInspector(): Promise<Served> {
  const { server, url } = await serveFolder(inject('inspector'));
  // A container has no sandbox of Chromium's; what is opened here is our own page.
  const browser = await chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
  return {
    url,
    browser,
    visit: (options) => visit(browser, url, options),
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const [faults, strays, requests]: [string[], string[], string[]] = [[], [], []];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push('a dialog was opened');
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const address = request.url();
    if (address.startsWith(url)) requests.push(address.slice(url.length));
    else if (!address.startsWith('data:') && !address.startsWith('blob:')) strays.push(address);
  });
  await page.goto(url);
  return { page, faults, strays, requests };
}

/** Opens bytes as a file that was chosen by hand. */
export async function openBytes(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await chooseBytes(page, {
    name,
    bytes,
    press: () => page.getByRole('banner').getByRole('button', { name: 'Open' }).click(),
  });
}

/** Presses something that asks for a file, and gives it one. */
export async function chooseBytes(
  page: Page,
  { name, bytes, press }: { readonly name: string; readonly bytes: Uint8Array; readonly press: () => Promise<void> },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-chosen-'));
  await writeFile(join(folder, name), bytes);
  const chosen = page.waitForEvent('filechooser');
  await press();
  await (await chosen).setFiles(join(folder, name));
  // The browser reads the file when the page asks for its bytes.
  page.once('close', () => void rm(folder, { recursive: true, force: true }));
}

/** Waits until a file is read and checked. */
export async function read(page: Page): Promise<void> {
  await page.locator('.status .facts').filter({ hasText: 'segment' }).waitFor();
  await page.locator('.status progress').waitFor({ state: 'hidden' });
  await page.locator('.row.segment').first().waitFor();
}

/** The text of the row of a segment, counted from 1. */
export function row(page: Page, segment: number) {
  return page
    .locator('.row.segment')
    .filter({ has: page.locator('.line-number', { hasText: new RegExp(`^${segment.toLocaleString('en')}$`) }) });
}
