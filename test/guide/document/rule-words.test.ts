import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../../src/guide/compile/compile.js';
import { guideMarkdown } from '../../../src/guide/document/guide-markdown.js';
import { guideOutline } from '../../../src/guide/document/outline.js';
import { ruleWords } from '../../../src/guide/document/rule-words.js';
import { FORMAT_WORDS } from '../../../src/model/format-words.js';
import type { Guide } from '../../../src/model/guide.js';
import { VALUE_FORMATS, type ValueFormatName } from '../../../src/model/value-format.js';

const root = new URL('../../../', import.meta.url);

describe('the words of a rule', () => {
  it.each(Object.keys(VALUE_FORMATS) as ValueFormatName[])('say what the format %s is', (format) => {
    const { one, form } = FORMAT_WORDS[format];
    const words = ruleWords({ id: format, then: { path: '09', must: 'conform', format } });
    expect(words).toBe(`09 must be ${one}: ${form}. (${format})`);
  });

  it('send nobody to the guide that is being read', () => {
    for (const id of ['837P-005010X222A1', '270-005010X279A1', '835-005010X221A1']) {
      const guide = JSON.parse(readFileSync(new URL(`guides/${id}.json`, root), 'utf8')) as Guide; // shipped data
      const page = guideMarkdown(guideOutline(compileGuide(guide)));
      expect(page).toContain('If 08 is XX: 09 must be an NPI: ten digits');
      expect(page).not.toContain('see the guide');
    }
  });
});
