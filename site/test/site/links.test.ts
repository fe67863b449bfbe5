import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageOf } from '../../../src/model/page-of.js';
import { ERROR_CODES } from '../../make/errors/error-pages.js';
import { ALL_REASONS } from '../../make/findings/finding-pages.js';
import { ROOMS } from '../../make/rooms.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('inspector'));
const known = new Set(files);
const pages = new Map(
  files.filter((path) => path.endsWith('.html')).map((path) => [path, readFileSync(DIST + path, 'utf8')]),
);
const anchors = new Map([...pages].map(([path, html]) => [path, new Set(all(html, / id="([^"]+)"/g))]));

function all(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));
}

/** What is wrong with a link of a page; `undefined` for one that leads somewhere, or out of the site. */
function fault(page: string, link: string): string | undefined {
  if (/^(https?:|mailto:|data:)/.test(link) || link.startsWith('/inspector/')) return undefined;
  const [path = '', anchor = ''] = link.split('#');
  const absolute =
    path === '' ? page : posix.normalize(path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path));
  const file =
    absolute === '' || absolute === '.' || absolute.endsWith('/') ? posix.join(absolute, 'index.html') : absolute;
  if (!known.has(file)) return `${page}: ${link} is no page`;
  if (anchor === '' || !file.endsWith('.html')) return undefined;
  return anchors.get(file)?.has(decodeURIComponent(anchor)) ? undefined : `${page}: ${link} has no such place`;
}

it('has no dead link and no dead anchor', () => {
  const links = [...pages].flatMap(([page, html]) =>
    all(html, /<a [^>]*?href="([^"]*)"/g).map((link) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(10_000);
  const faults = links.map(({ page, link }) => fault(page, link)).filter((text) => text !== undefined);
  expect([...new Set(faults)]).toEqual([]);
});

it('takes nothing from elsewhere: no script, style, font or picture', () => {
  const foreign = [...pages].flatMap(([page, html]) =>
    all(html, /<(?:script|link|img|iframe)[^>]*? (?:src|href)="(https?:[^"]*)"/g).map((link) => `${page}: ${link}`),
  );
  expect(foreign).toEqual([]);
  const styles = files.filter((path) => path.endsWith('.css')).map((path) => readFileSync(DIST + path, 'utf8'));
  expect(styles.flatMap((css) => all(css, /url\((["']?https?:[^)]*)\)/g))).toEqual([]);
});

it('has a page for every error code, every reason, and every text beside the code', () => {
  const wanted = [...ERROR_CODES, ...ALL_REASONS].map((name) => `${pageOf(name)}.html`);
  const rooms = ROOMS.map(({ page }) => `rooms/${page}.html`);
  expect([...wanted, ...rooms].filter((path) => !known.has(path))).toEqual([]);
});

it('names no page that is not there in the texts beside the code', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const dead = ['README.md', ...ROOMS.map(({ file }) => file)].flatMap((file) =>
    all(readFileSync(root + file, 'utf8').replace(/^```[\s\S]*?^```$/gm, ''), /\]\(([^)#\s]+)(?:#[^)]*)?\)/g)
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => !exists(posix.join(root, posix.dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
