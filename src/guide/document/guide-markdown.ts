import { ENVELOPE_NOTE, type GuideDocumentExtras, introduction } from './document-extras.js';
import type { GuideOutline, OutlineElement, OutlinePart, OutlineSegment } from './outline.js';
import { formWords, partName, shownCodes, usageWords, withComponents } from './outline-words.js';
import { withoutControls } from './without-controls.js';

/** A guide as Markdown for partners, of tables as GitHub and most others read them. */
export function guideMarkdown(outline: GuideOutline, { base, example }: GuideDocumentExtras = {}): string {
  const { id, title, transactionSet, version, notes, sections } = outline;
  const lines = [
    `# ${inline(title)}`,
    '',
    `${inline(id)}, transaction set ${inline(transactionSet)}, version ${inline(version)}`,
    '',
    introduction(outline, { base }),
    ...notes.flatMap((note) => ['', `> ${inline(note)}`]),
  ];
  if (base !== undefined) {
    const rows = base.differences.map(({ kind: how, place, text }) => [place, how, text]);
    lines.push('', `## What differs from ${inline(base.id)}`, '');
    lines.push(...(rows.length === 0 ? ['Nothing.'] : table(['Place', 'How', 'What differs'], rows)));
  }
  for (const { name = 'segments', rules, children } of sections) {
    lines.push('', `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...listed(rules));
    for (const part of children) lines.push(...partLines(part, ''));
  }
  // No line of X12 begins with four of these, and none could end the block before.
  if (example !== undefined)
    lines.push('', '## Example', '', ENVELOPE_NOTE, '', '````text', withoutControls(example).trimEnd(), '````');
  return `${lines.join('\n')}\n`;
}

function* partLines(part: OutlinePart, above: string): Generator<string> {
  const place = above === '' ? '' : ` (in ${inline(above)})`;
  const told = part.told === undefined ? '' : `, ${inline(part.told)}`;
  yield '';
  yield `### ${inline(partName(part))}: ${inline(part.title)}${place}`;
  yield '';
  yield `${usageWords(part)}${told}`;
  yield* listed(part.rules);
  if (part.kind === 'segment') yield* segmentLines(part);
  else if (part.isAbove) yield* ['', 'As above: the loop stands in itself.'];
  else for (const child of part.children) yield* partLines(child, part.id);
}

function* segmentLines({ syntax, elements }: OutlineSegment): Generator<string> {
  yield* listed(syntax);
  const rows = withComponents(elements).map((element) => [
    element.name,
    element.title,
    element.required ? 'required' : 'optional',
    formWords(element),
    [codesText(element.codes), ...element.rules].filter((text) => text !== '').join('; '),
  ]);
  yield '';
  yield* table(['Element', 'Name', 'Use', 'Form', 'Codes and rules'], rows);
}

function codesText(codes: OutlineElement['codes']): string {
  if (codes === undefined) return '';
  const { shown, more } = shownCodes(codes);
  const texts = shown.map(({ code, name }) => (name === undefined ? code : `${code} ${name}`));
  return `${texts.join(', ')}${more === 0 ? '' : ` and ${more} more of the standard`}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map((cells) => row(cells.map(inline)))];
}

function listed(rules: readonly string[]): readonly string[] {
  return rules.length === 0 ? [] : ['', ...rules.map((rule) => `- ${inline(rule)}`)];
}

// What would be markup, and what would end a line or a cell.
function inline(words: string): string {
  return withoutControls(words.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}
