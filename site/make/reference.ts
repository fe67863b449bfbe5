import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { type CorePage, corePages, toCorePages } from './core-pages.js';
import { cell, type MenuItem, writePage } from './made-pages.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Entry points whose source is not called like them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '.': 'src/index.ts',
  './ajv': 'src/ajv/add-guide-keywords.ts',
  './guides': 'src/guides/catalogue.ts',
};

/** An entry point of the package. */
export interface EntryPoint {
  /** As it is imported: `ediloom/streams/node`. */
  readonly name: string;
  /** From the root of the repository. */
  readonly source: string;
  /** The name of its page. */
  readonly page: string;
}

/** All entry points that have a source: guides and JSON have none. */
export function entryPoints(): readonly EntryPoint[] {
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    exports: Readonly<Record<string, unknown>>;
  }; // our own
  return Object.keys(manifest.exports).flatMap((path) => {
    if (path.includes('*') || path.endsWith('.json')) return [];
    const name = path.replace('./', '');
    const source =
      OTHER_NAMES[path] ?? [`src/${name}/index.ts`, `src/${name}.ts`].find((file) => existsSync(ROOT + file));
    if (source === undefined) throw new Error(`No source is known of the entry point ${path}.`);
    return [
      {
        name: path === '.' ? 'ediloom' : `ediloom/${name}`,
        source,
        page: path === '.' ? 'core' : name.replaceAll('/', '-'),
      },
    ];
  });
}

/** A page an entry point: everything that it exports, from the comments of the source. */
export async function writeReference(): Promise<readonly MenuItem[]> {
  const entries = entryPoints();
  let core: readonly CorePage[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    await document(entries, folder);
    const texts = new Map(entries.map(({ page }) => [page, readFileSync(join(folder, `${page}.md`), 'utf8')]));
    core = corePages(texts.get('core') ?? '');
    const others = entries.filter(({ page }) => page !== 'core');
    const pages = [
      ...core,
      ...others.map(({ name, page }) => ({
        page,
        title: name,
        text: (texts.get(page) ?? '').replace(/^# .*$/m, `# ${name}`),
      })),
    ];
    for (const { page, title, text } of pages) {
      // What is taken apart in the place of a parameter has no name in the source.
      const named = text.replaceAll('\\_\\_namedParameters', 'options').replaceAll('__namedParameters', 'options');
      writePage(`reference/${page}`, { title, search: 'headings', outline: [2, 3] }, toCorePages(named, core));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = entries.map(({ name, page }) => `| [\`${name}\`](/reference/${page}) | ${cell(USES[page] ?? '')} |`);
  writePage(
    'reference/index',
    { title: 'Entry points', outline: false },
    `${INTRODUCTION}\n\n| import | |\n|---|---|\n${rows.join('\n')}`,
  );
  return entries.flatMap(({ name, page }) =>
    page === 'core'
      ? core.map((part) => ({ text: part.title, link: `/reference/${part.page}` }))
      : [{ text: name, link: `/reference/${page}` }],
  );
}

const INTRODUCTION = `# Entry points

What each entry point of the package exports, made from the comments of its source. The [tour](/tour/) and the [recipes](/recipes/) are the better
beginning. Guides are entry points of their own: \`ediloom/guides/850-004010\` and [all others](/guides/).`;

/** What each is for, in a few words. */
const USES: Readonly<Record<string, string>> = {
  core: 'the engine, and each of its floors: segments, interchanges, JSON',
  acknowledgment: 'TA1, 997 and 999 as typed values, both ways, and tied to what was sent',
  ajv: 'the keywords of guides for ajv',
  charset: 'character sets, their check and repairs',
  claims: 'claims in JSON to an 837 and back',
  compile: 'compiled guides, for tools that show or check guides',
  eligibility: 'eligibility checks in JSON to a 270 and back',
  encodings: 'encodings beside UTF-8, ISO 8859-1 and ASCII',
  guides: 'the guides that ship, listed and loaded (Node)',
  'streams-node': 'segments from a stream of Node',
  'streams-web': 'segments from a stream of the web',
  'stores-file-control-numbers': 'control numbers in a directory, for several processes',
  'stores-file-journal': 'the memory of deliveries in a directory',
  transports: 'the port for transports, memory and directory, retries',
  'transports-as2': 'AS2, both ways',
  'transports-connection': 'connection files',
  'transports-ftps': 'a client for FTPS',
  'transports-ftps-server': 'a server for partners who upload by FTPS',
  'transports-sftp': 'a client for SFTP',
  'transports-sftp-server': 'a server for partners who upload by SFTP',
  testing: 'the contracts that adapters of your own keep',
  read: 'reading alone, for pages that do only that',
  remittance: 'an 835 as facts: payments, claims, lines, adjustments',
  validate: 'validating alone',
  words: 'the words of findings and errors, for messages of your own',
  write: 'writing alone',
  'testing-arbitraries': 'made-up claims and eligibility checks for property tests',
};

async function document(entries: readonly EntryPoint[], folder: string): Promise<void> {
  const options: TypeDocOptions & PluginOptions = {
    entryPoints: entries.map(({ source }) => ROOT + source),
    tsconfig: `${ROOT}tsconfig.json`,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    logLevel: 'Error',
    skipErrorChecking: true,
    excludePrivate: true,
    excludeInternal: true,
    disableSources: true,
    outputFileStrategy: 'modules',
    entryFileName: 'all',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    // What the plugin takes for the anchor of a heading is not always what the site makes of it.
    useHTMLAnchors: true,
    groupOrder: ['Functions', 'Interfaces', 'Type Aliases', 'Classes', 'Variables'],
    useCodeBlocks: true,
    expandObjects: false,
    publicPath: '/reference/',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    sanitizeComments: true,
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (project === undefined) throw new Error('The sources could not be read.');
  // Pages are called as what is imported is, not as the files of the source.
  for (const module of project.children ?? []) {
    const source = entries.find((entry) =>
      [`src/${module.name}.ts`, `src/${module.name}/index.ts`].includes(entry.source),
    );
    if (source !== undefined) module.name = source.page;
  }
  await app.generateOutputs(project);
}
