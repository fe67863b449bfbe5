import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const INDEX = fileURLToPath(new URL('../../src/index.ts', import.meta.url));

/** A page of the main entry point: what one stage of it exports. */
export interface CorePage {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Stages of the main entry point, with what each is called; what most people come for is first. */
const STAGES: Readonly<Record<string, { readonly page: string; readonly title: string; readonly about: string }>> = {
  engine: { page: 'core', title: 'the engine', about: 'All of it joined: files to JSON, and back.' },
  guide: { page: 'core-guide', title: 'guides', about: 'What a set may hold, and findings in words.' },
  model: { page: 'core-model', title: 'findings, errors, guides as data', about: 'The words that all stages share.' },
  path: { page: 'core-path', title: 'element paths', about: 'Places in a set, such as `2110/CAS[01=PR]/03`.' },
  envelope: {
    page: 'core-envelope',
    title: 'interchanges and groups',
    about: 'Envelopes and control numbers, without guides.',
  },
  syntax: { page: 'core-syntax', title: 'bytes and segments', about: 'The lowest floor.' },
};

/** What stands first on its page: the ten that programs begin with, and what they take and give. */
const FIRST = ['createEngine', 'Engine', 'EngineOptions', 'describeFinding', 'exampleOf', 'applyOverlay', 'Finding'];

/** One export: its kind (`Functions`), name and text. */
interface Block {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** Cuts the page of the main entry point to one a stage. */
export function corePages(text: string): readonly CorePage[] {
  const stageOf = exportedStages();
  const blocks = blocksOf(text);
  return Object.entries(STAGES).map(([stage, { page, title, about }]) => {
    const own = blocks.filter(({ name }) => (stageOf.get(name) ?? 'engine') === stage);
    const first = FIRST.flatMap((name) => own.filter((block) => block.name === name));
    const rest = own.filter((block) => !first.includes(block));
    const parts = [`# ediloom: ${title}`, about, othersText(stage)];
    if (first.length > 0) parts.push('## To begin with', joined(first));
    for (const kind of new Set(rest.map((block) => block.kind)))
      parts.push(`## ${kind}`, joined(rest.filter((block) => block.kind === kind)));
    return { page, title: `ediloom: ${title}`, text: parts.join('\n\n') };
  });
}

/** Links to places of the one page become links to the page that now has the place. */
export function toCorePages(text: string, pages: readonly CorePage[]): string {
  const places = new Map(
    pages.flatMap(({ page, text: own }) => [...own.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => [id, page])),
  );
  return text.replace(/\/reference\/core\.md#([^)\s]+)/g, (_, id: string) => {
    return `/reference/${places.get(id) ?? 'core'}.md#${id}`;
  });
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n***\n\n');
}

function othersText(stage: string): string {
  const others = Object.entries(STAGES).filter(([name]) => name !== stage);
  const links = others.map(([, { page, title }]) => `[${title}](/reference/${page})`);
  return `All of it is imported from \`ediloom\`, as are ${links.join(', ')}.`;
}

/** The folder of the source that each export of the main entry point comes from. */
function exportedStages(): ReadonlyMap<string, string> {
  const source = readFileSync(INDEX, 'utf8');
  const stages = new Map<string, string>();
  for (const [, names = '', stage = ''] of source.matchAll(/export (?:type )?\{([^}]+)\} from '\.\/([a-z]+)\//g))
    for (const name of names.split(',')) stages.set(name.replace(/\btype\b/, '').trim(), stage);
  return stages;
}

function blocksOf(text: string): readonly Block[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [kind = ''] = section.split('\n', 1);
      return section
        .slice(kind.length)
        .split(/^\*\*\*$/m)
        .map((block) => ({ kind, name: nameOf(block), text: block.trim() }))
        .filter(({ name }) => name !== '');
    });
}

// Underscores are escaped there.
function nameOf(block: string): string {
  return (/^### (?:Abstract )?([\w\\$]+)/m.exec(block)?.[1] ?? '').replaceAll('\\', '');
}
