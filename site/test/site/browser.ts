import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** Debian's own. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const site: string = inject('site');

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** Opens a page of the site, and collects what goes wrong in it: errors, and requests to elsewhere. */
export async function openPage(
  browser: Browser,
  path: string,
  { width, scheme }: Look,
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site) && !request.url().startsWith('data:')) faults.push(`asks for ${request.url()}`);
  });
  await page.goto(site + path, { waitUntil: 'networkidle' });
  return { page, faults };
}

/** One page of each kind. */
export const KINDS = [
  '/',
  '/tour/index.html',
  '/recipes/fastify.html',
  '/reference/charset.html',
  '/errors/index.html',
  '/errors/x12-data-invalid.html',
  '/findings/index.html',
  '/findings/element-too-long.html',
  '/guides/index.html',
  '/guides/999-005010X231A1.html',
  '/rooms/map.html',
  '/migration/node-x12.html',
];
