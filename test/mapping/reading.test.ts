import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { compileMapping } from '../../src/mapping/compile-mapping.js';
import { text } from '../../src/mapping/lenses/text.js';

const plan = compileGuide(await loadGuide('271-005010X279A1'));
const mapping = compileMapping(
  [
    {
      property: 'person',
      at: '2100C',
      rows: [
        { property: 'last', path: 'NM1/03', lens: text },
        { property: 'first', path: 'NM1/04', lens: text },
        { property: 'street', path: 'N3/01', lens: text },
      ],
    },
  ],
  plan,
);
const json = { person: { last: 'DOE', first: 'JANE', street: '1 ELM STREET' } };

describe('rows that read one segment together', () => {
  it('find the same in an array of it, each row in the first that has a value', () => {
    const written = JSON.stringify(mapping.put(json).data);
    const data = JSON.parse(written.replace(/("subscriber_name_NM1":)(\{[^}]*\})/, '$1[{},$2]'));
    expect(JSON.stringify(data)).toContain('[{},{');
    expect(mapping.get(data)).toEqual({ json, notes: [] });
  });

  it('find what is there, whatever else is missing', () => {
    for (const name of ['last', 'first', 'street'] as const) {
      const one = { person: { [name]: json.person[name] } };
      expect(mapping.get(mapping.put(one).data).json).toEqual(one);
    }
  });
});
