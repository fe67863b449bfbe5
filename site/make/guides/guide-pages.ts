import { type GuideEntry, listGuides, loadDictionaries, loadGuide } from '../../../src/guides/catalogue.js';
import type { Dictionary, Guide } from '../../../src/model/guide.js';
import { cell, type MenuItem, plain, writePage } from '../made-pages.js';
import { guidePage } from './guide-page.js';
import { writeSegmentsPage } from './segment-pages.js';

const FAMILIES = {
  guide: 'Health care',
  base: 'Base guides',
} as const;

/** A page a guide, a page of codes a dictionary, and the list of all. */
export async function writeGuidePages(): Promise<readonly MenuItem[]> {
  const entries = await listGuides();
  const guides = new Map<string, Guide>();
  for (const { id, title } of entries) {
    const guide = await loadGuide(id);
    guides.set(id, guide);
    const text = guidePage(id, guide);
    writePage(`guides/${id}`, { title: `${id} ${title}`, search: 'headings', outline: [2, 3] }, text);
  }
  const dictionaries = await loadDictionaries();
  for (const dictionary of dictionaries) {
    writeCodesPage(dictionary);
    writeSegmentsPage(dictionary, guides);
  }
  const families = Object.entries(FAMILIES).map(([kind, title]) => ({
    title,
    entries: entries.filter((entry) => entry.kind === kind),
  }));
  const tables = families.map(
    (family) =>
      `## ${family.title}\n\n| guide | | confidence |\n|---|---|---|\n${family.entries.map(tableRow).join('\n')}`,
  );
  const codes = dictionaries.map(
    ({ release }) =>
      `- [Segments of ${release}](/guides/segments-${release}), [codes of ${release}](/guides/codes-${release})`,
  );
  writePage(
    'guides/index',
    { title: 'Guides' },
    [INTRODUCTION, ...tables, '## Dictionaries', codes.join('\n')].join('\n\n'),
  );
  return [
    { text: 'All guides', link: '/guides/' },
    { text: 'How they are made', link: '/rooms/guides' },
    ...families.map((family) => ({ text: family.title, items: family.entries.map(menuItem) })),
    {
      text: 'Dictionaries',
      items: dictionaries.flatMap(({ release }) => [
        { text: `Segments of ${release}`, link: `/guides/segments-${release}` },
        { text: `Codes of ${release}`, link: `/guides/codes-${release}` },
      ]),
    },
  ];
}

const INTRODUCTION = `# Guides

A guide says what a transaction set may hold: loops, segments, elements, codes and rules. It is plain JSON Schema, and the engine reads and writes by
it. These ship; [narrow one for a partner](/recipes/overlay), or [write your own](/rooms/guides). Structure, lengths, codes and short names are
here; what the standard and its implementation guides say about them has to be read there.`;

function tableRow({ id, title, confidence }: GuideEntry): string {
  return `| [\`${id}\`](/guides/${id}) | ${cell(title)} | ${confidence} |`;
}

function menuItem({ id, title }: GuideEntry): MenuItem {
  return { text: `${id.split('-')[0]} ${title}`, link: `/guides/${id}` };
}

/** Codes of a release, by data element. Dictionaries have no names for them. */
function writeCodesPage({ release, elements }: Dictionary): void {
  const parts = Object.entries(elements).flatMap(([number, { name, codes, complete }]) => {
    if (codes === undefined) return [];
    const items = codes.map((code) => `<code>${plain(code)}</code>`).join(' ');
    const whole = complete ? '' : ' known of more';
    return [
      `### ${number} ${plain(name ?? '')} {#de-${number}}`,
      `<div class="guide-elements"><details><summary>${codes.length} codes${whole}</summary><p>${items}</p></details></div>`,
    ];
  });
  const lead = `# Codes of ${release}\n\nThe codes of each data element that the dictionary of ${release} lists, by its number.`;
  writePage(
    `guides/codes-${release}`,
    { title: `Codes of ${release}`, search: false, outline: false },
    [lead, ...parts].join('\n\n'),
  );
}
