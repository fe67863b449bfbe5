import { readFileSync } from 'node:fs';
import type { RuleCondition } from '../../src/model/guide.js';
import { VALUE_FORMATS, type ValueFormatName } from '../../src/model/value-format.js';

interface Row {
  readonly format: ValueFormatName;
  readonly segment: string;
  readonly path: string;
  readonly when: readonly RuleCondition[];
}

const ROWS: readonly Row[] = JSON.parse(
  readFileSync(new URL('../../guides/rules/formats.json', import.meta.url), 'utf8'),
);

/** Random text is no ZIP code: values that are a public number by their qualifier become one. */
export function withFormats(text: string): string {
  return text
    .split('~')
    .map((segment) => formed(segment.split('*')).join('*'))
    .join('~');
}

function formed(elements: string[]): string[] {
  for (const { format, segment, path, when } of ROWS) {
    if (segment !== elements[0] || !elements[Number(path)]) continue;
    const holds = when.every(({ path: at, is, not }) => {
      const value = elements[Number(at)] ?? '';
      return (is?.includes(value) ?? value !== '') !== (not === true);
    });
    if (holds) elements[Number(path)] = VALUE_FORMATS[format].example;
  }
  return elements;
}
