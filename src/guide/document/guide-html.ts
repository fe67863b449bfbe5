import { ENVELOPE_NOTE, type GuideDocumentExtras, introduction } from './document-extras.js';
import type { GuideDifference } from './guide-difference.js';
import { HTML_STYLE } from './html-style.js';
import type { GuideOutline, OutlineElement, OutlineLoop, OutlinePart, OutlineSegment } from './outline.js';
import { formWords, partName, shownCodes, usageWords, withComponents } from './outline-words.js';
import { withoutControls } from './without-controls.js';

/**
 * A guide as one HTML page for partners: nothing is loaded, no script runs, and it prints. Texts of guides may be anybody's: all
 * are escaped.
 */
export function guideHtml(outline: GuideOutline, extras: GuideDocumentExtras = {}): string {
  const { id, title, transactionSet, version, notes, sections } = outline;
  const counter = { next: 0 };
  const body = sections.map(({ name, rules, children }) => {
    const parts = children.map((part) => partHtml(part, counter)).join('');
    return `<h2>${text(name ?? 'segments')}</h2>${rulesHtml(rules)}${parts}`;
  });
  const contents = contentsHtml(
    sections.flatMap(({ children }) => children),
    { next: 0 },
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`${id}: ${title}`)}</title><style>${HTML_STYLE}</style></head>
<body><header><h1>${text(title)}</h1>
<p>${text(`${id} · transaction set ${transactionSet} · version ${version}`)}</p>
<p>${text(introduction(outline, extras))}</p>${notes.map((note) => `<p class="note">${text(note)}</p>`).join('')}</header>
<nav><h2>Contents</h2>${contents}</nav>
<main>${baseHtml(extras)}${body.join('\n')}${exampleHtml(extras)}</main></body></html>
`;
}

// Parts are numbered in their order, both here and where they stand.
function contentsHtml(parts: readonly OutlinePart[], counter: { next: number }): string {
  const items = parts.map((part) => {
    const at = counter.next++;
    const link = `<a href="#p${at}">${text(partName(part))}</a> ${text(part.title)}`;
    return `<li>${link}${part.kind === 'loop' ? contentsHtml(part.children, counter) : ''}</li>`;
  });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function partHtml(part: OutlinePart, counter: { next: number }): string {
  const at = counter.next++;
  const told = part.told === undefined ? '' : ` <span class="told">${text(part.told)}</span>`;
  const head = `<h3 id="p${at}"><b>${text(partName(part))}</b> ${text(part.title)}</h3><p class="usage">${usageHtml(part)}${told}</p>`;
  return part.kind === 'loop' ? loopHtml(part, head, counter) : segmentHtml(part, head);
}

function loopHtml(loop: OutlineLoop, head: string, counter: { next: number }): string {
  const inner = loop.isAbove
    ? '<p>As above: the loop stands in itself.</p>'
    : loop.children.map((part) => partHtml(part, counter)).join('');
  return `<section class="loop">${head}${rulesHtml(loop.rules)}${inner}</section>`;
}

function segmentHtml(segment: OutlineSegment, head: string): string {
  const rows = withComponents(segment.elements).map(elementHtml).join('');
  const table = `<table><thead><tr><th>Element</th><th>Name</th><th>Use</th><th>Form</th><th>Codes and rules</th></tr></thead><tbody>${rows}</tbody></table>`;
  return `<section class="segment">${head}${rulesHtml([...segment.syntax, ...segment.rules])}${table}</section>`;
}

function elementHtml(element: OutlineElement): string {
  const { name, key, title, number, required, rules } = element;
  const isPart = name.includes('-') ? ' class="part"' : '';
  const cells = [
    `<th scope="row"${isPart}>${text(name)}</th>`,
    `<td>${text(title)}<br><code>${text(key)}</code></td>`,
    `<td>${required ? '<b>required</b>' : 'optional'}</td>`,
    `<td>${text(formWords(element))}<br><small>${text(number)}</small></td>`,
    `<td>${codesHtml(element.codes)}${rulesHtml(rules)}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

/** Up to so many codes are shown without being asked for. */
const FEW_CODES = 12;

function codesHtml(codes: OutlineElement['codes']): string {
  if (codes === undefined) return '';
  const { shown, more } = shownCodes(codes);
  const items = shown.map(
    ({ code, name }) => `<li><b>${text(code)}</b>${name === undefined ? '' : ` ${text(name)}`}</li>`,
  );
  const list = `<ul class="codes${shown.some(({ name }) => name !== undefined) ? '' : ' plain'}">${items.join('')}${more === 0 ? '' : `<li>and ${more} more of the standard</li>`}</ul>`;
  return codes.length <= FEW_CODES ? list : `<details><summary>${codes.length} codes</summary>${list}</details>`;
}

function rulesHtml(rules: readonly string[]): string {
  return rules.length === 0 ? '' : `<ul class="rules">${rules.map((rule) => `<li>${text(rule)}</li>`).join('')}</ul>`;
}

function usageHtml(part: OutlinePart): string {
  const words = text(usageWords(part));
  return part.required ? `<b>${words}</b>` : words;
}

function baseHtml({ base }: GuideDocumentExtras): string {
  if (base === undefined) return '';
  const rows = base.differences.map(
    ({ kind, place, text: words }: GuideDifference) =>
      `<tr><th scope="row">${text(place)}</th><td>${kind}</td><td>${text(words)}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Place</th><th></th><th>What differs</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<h2>What differs from ${text(base.id)}</h2>${rows.length === 0 ? '<p>Nothing.</p>' : table}`;
}

function exampleHtml({ example }: GuideDocumentExtras): string {
  return example === undefined ? '' : `<h2>Example</h2><p>${ENVELOPE_NOTE}</p><pre>${text(example)}</pre>`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function text(words: string): string {
  return withoutControls(words).replace(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter);
}
