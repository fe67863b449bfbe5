import { existsSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

/** What `site/make` says of the pages that it made: a list of links for each part of the site. */
type Menus = Readonly<Record<'api' | 'errors' | 'findings' | 'guides' | 'rooms', DefaultTheme.SidebarItem[]>>;

const MENUS = new URL('../pages/made/menus.json', import.meta.url);

const WRITTEN: DefaultTheme.SidebarItem[] = [
  {
    text: 'Tour',
    items: [
      { text: 'Ten minutes', link: '/tour/' },
      { text: 'Reading', link: '/tour/reading' },
      { text: 'Writing', link: '/tour/writing' },
      { text: 'Checking', link: '/tour/checking' },
      { text: 'Streaming', link: '/tour/streaming' },
      { text: 'Facts', link: '/tour/facts' },
      { text: 'Answering', link: '/tour/answering' },
      { text: 'Sending', link: '/tour/sending' },
      { text: 'The inspector', link: '/tour/inspector' },
    ],
  },
  {
    text: 'Recipes',
    items: [
      { text: 'All recipes', link: '/recipes/' },
      { text: 'A fastify route', link: '/recipes/fastify' },
      { text: 'A guide as a Standard Schema', link: '/recipes/standard-schema' },
      { text: 'A Next route handler', link: '/recipes/next' },
      { text: 'A queue worker', link: '/recipes/queue' },
      { text: 'A stream from a bucket', link: '/recipes/bucket-stream' },
      { text: 'A file in the browser', link: '/recipes/browser' },
      { text: 'A claim by hand: 837P', link: '/recipes/claim-837p' },
      { text: 'Payments: the 835', link: '/recipes/remittance-835' },
      { text: 'Refused claims: the 277CA', link: '/recipes/claim-statuses-277ca' },
      { text: 'Answering with a 999', link: '/recipes/answer-999' },
      { text: 'A guide for a partner', link: '/recipes/overlay' },
    ],
  },
  { text: 'Moving here', items: [{ text: 'From node-x12', link: '/migration/node-x12' }] },
];

/** The menus at the left, by the beginning of the address. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const { api, errors, findings, guides, rooms } = menus();
  const reference = [
    { text: 'Reference', items: [{ text: 'Entry points', link: '/reference/' }, ...api] },
    { text: 'Errors', link: '/errors/', collapsed: true, items: errors },
    { text: 'Findings', link: '/findings/', collapsed: true, items: findings },
    { text: 'Rooms of the code', link: '/rooms/map', collapsed: true, items: rooms },
  ];
  const beginOpen = (open: string): DefaultTheme.SidebarItem[] =>
    reference.map((part) => ({ ...part, ...('collapsed' in part ? { collapsed: part.text !== open } : {}) }));
  return {
    '/guides/': guides,
    '/reference/': reference,
    '/errors/': beginOpen('Errors'),
    '/findings/': beginOpen('Findings'),
    '/rooms/': beginOpen('Rooms of the code'),
    '/tour/': WRITTEN,
    '/recipes/': WRITTEN,
    '/migration/': WRITTEN,
  };
}

function menus(): Menus {
  if (!existsSync(MENUS)) throw new Error('The made pages are missing. Run `npm run docs` at the root.');
  return JSON.parse(readFileSync(MENUS, 'utf8')) as Menus; // written by site/make/make-pages.ts
}
