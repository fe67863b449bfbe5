import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MenuItem, writePage } from './made-pages.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Texts of the repository that are pages, too: their file and the name of the page. */
export const ROOMS: readonly { readonly file: string; readonly page: string; readonly title: string }[] = [
  { file: 'src/README.md', page: 'map', title: 'The map of the engine' },
  { file: 'src/acknowledgment/README.md', page: 'acknowledgment', title: 'Acknowledgments' },
  { file: 'src/charset/README.md', page: 'charset', title: 'Character sets' },
  { file: 'src/claims/README.md', page: 'claims', title: 'Claims' },
  { file: 'src/claims/report/README.md', page: 'claim-reports', title: 'Claim reports' },
  { file: 'src/cli/README.md', page: 'cli', title: 'The command' },
  { file: 'src/eligibility/README.md', page: 'eligibility', title: 'Eligibility' },
  { file: 'src/mapping/README.md', page: 'mapping', title: 'Mappings' },
  { file: 'src/stores/README.md', page: 'stores', title: 'Stores' },
  { file: 'src/transports/README.md', page: 'transports', title: 'Transports' },
  { file: 'src/transports/as2/README.md', page: 'as2', title: 'AS2' },
  { file: 'guides/README.md', page: 'guides', title: 'Guides: how they are made' },
  { file: 'guides/rules.md', page: 'guide-rules', title: 'Rules of guides' },
  { file: 'server/README.md', page: 'server', title: 'The server' },
  { file: 'server/src/README.md', page: 'server-map', title: 'The map of the server' },
  { file: 'server/src/gateway/README.md', page: 'server-gateway', title: 'The gateway of the server' },
  { file: 'server/src/partners-file/README.md', page: 'server-partners-file', title: 'Partners files' },
  { file: 'test/README.md', page: 'tests', title: 'Tests' },
  { file: 'test/peers/README.md', page: 'peers', title: 'Tests against real peers' },
  { file: 'bench/README.md', page: 'bench', title: 'Benches' },
  { file: 'CONTRIBUTING.md', page: 'contributing', title: 'Contributing' },
  { file: 'SECURITY.md', page: 'security', title: 'Security' },
  { file: 'CODE_OF_CONDUCT.md', page: 'conduct', title: 'Code of conduct' },
  { file: 'CHANGELOG.md', page: 'changelog', title: 'Changes' },
];

const PAGES: ReadonlyMap<string, string> = new Map(ROOMS.map(({ file, page }) => [file, `/rooms/${page}`]));

/** The texts that stand beside the code, as pages whose links lead to pages. */
export function writeRooms(): readonly MenuItem[] {
  for (const { file, page, title } of ROOMS) {
    const text = withLinks(readFileSync(ROOT + file, 'utf8'), file);
    // What only those who change the engine read would crowd out what its users look for.
    const search = file.startsWith('src/') || file.startsWith('guides/') ? {} : ({ search: 'headings' } as const);
    writePage(`rooms/${page}`, { title, outline: [2, 3], ...search }, text);
  }
  return ROOMS.map(({ page, title }) => ({ text: title, link: `/rooms/${page}` }));
}

/** Outside of blocks of code: links to texts become links to pages, and so do names of texts in backticks. */
function withLinks(text: string, file: string): string {
  const parts = text.split(/^(```[\s\S]*?^```$|~~~[\s\S]*?^~~~$)/m);
  return parts.map((part, index) => (index % 2 === 1 ? part : linked(part, file))).join('');
}

function linked(text: string, file: string): string {
  const links = text.replace(
    /\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)/g,
    (whole, words: string, to: string, hash = '') => {
      if (/^(https?:|mailto:)/.test(to)) return whole;
      const page = PAGES.get(normalize(join(dirname(file), to)));
      // What is no page is in the repository only.
      return page === undefined ? words : `[${words}](${page}${hash})`;
    },
  );
  return links.replace(/(?<!\[)`([\w./-]+\.md)`(?!\])/g, (whole, name: string) => {
    const page = [name, join(dirname(file), name), join('src', name)]
      .map((path) => PAGES.get(normalize(path)))
      .find((found) => found !== undefined);
    return page === undefined ? whole : `[\`${name}\`](${page})`;
  });
}
