import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentInput, TransactionInput } from '../../src/engine/document.js';
import { visitItems, type WriteItem } from '../../src/engine/document-items.js';
import { fullEngine } from './guides.js';

// Encoders, buffers and layouts are lent from one set and interchange to the next: whoever writes in between, or breaks
// off, must not be seen in what others write.

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30) });
const INQUIRY = readFileSync(new URL('../../fixtures/eligibility-inquiry-270/input.edi', import.meta.url), 'utf8');
const header = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: 'ZZ', receiverId: 'PAYER01' };
const SETS = 3;

type Json = Record<string, unknown>;

/** The set of the fixture without its ST, so that it can be written several times. */
async function inquiry(): Promise<TransactionInput> {
  const set = (await engine.parse(INQUIRY)).interchanges[0]?.groups[0]?.transactions[0];
  if (set === undefined) throw new Error('the fixture has a set');
  const data = structuredClone(set.data) as { heading: Json }; // guide JSON of the fixture
  delete data.heading.transaction_set_header_ST;
  return { guide: set.guide, data };
}

function document(sets: readonly TransactionInput[], senderId = 'CLINIC01'): DocumentInput {
  return { interchanges: [{ header: { ...header, senderId }, groups: [{ transactions: sets }] }] };
}

const written = (input: DocumentInput): string => new TextDecoder().decode(engine.generate(input).bytes);

/** The set with its BHT changed. */
function withBht({ guide, data }: TransactionInput, change: (bht: Json) => unknown): TransactionInput {
  const copy = structuredClone(data) as { heading: Json }; // guide JSON of the fixture
  const key = Object.keys(copy.heading).find((name) => name.endsWith('_BHT')) ?? '';
  copy.heading[key] = change(copy.heading[key] as Json);
  return { guide, data: copy };
}

/** The set, doing something while its BHT is read. */
function reading(set: TransactionInput, act: () => void): TransactionInput {
  return withBht(set, (bht) => {
    const [first = '', ...others] = Object.keys(bht);
    const value = bht[first];
    const read = (): unknown => {
      act();
      return value;
    };
    const rest = Object.fromEntries(others.map((name) => [name, bht[name]]));
    return Object.defineProperties(
      {},
      { [first]: { get: read, enumerable: true }, ...Object.getOwnPropertyDescriptors(rest) },
    );
  });
}

describe('what is lent from set to set', () => {
  it('is not shared with who writes while it writes', async () => {
    const set = await inquiry();
    const other = document([set, set], 'ELSEWHERE');
    const [alone, otherAlone] = [written(document([set, set])), written(other)];
    const inner: string[] = [];
    const nested = reading(set, () => inner.push(written(other)));
    expect(written(document([nested, set]))).toBe(alone);
    expect(new Set(inner)).toEqual(new Set([otherAlone]));
    expect(written(other)).toBe(otherAlone);
  });

  it('serves streams that run side by side, and generate between them', async () => {
    const set = await inquiry();
    const inputs = ['ONE', 'TWO'].map((id) => document(new Array<TransactionInput>(SETS).fill(set), id));
    const streams = inputs.map((input) => {
      const items: WriteItem[] = [];
      visitItems(input, (item) => items.push(item));
      return engine.generateStream(items);
    });
    const texts = ['', ''];
    for (let open = streams.length; open > 0; ) {
      open = 0;
      for (const [index, stream] of streams.entries()) {
        const { value, done } = await stream.next();
        if (done === true) continue;
        open++;
        texts[index] += new TextDecoder().decode(value);
        expect(written(document([set]))).toContain('CLINIC01');
      }
    }
    expect(texts).toEqual(inputs.map(written));
  });

  it('is given up by a set that breaks off, and forgets one that was wrong', async () => {
    const set = await inquiry();
    const alone = written(document([set]));
    const shallow = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30), limits: { depth: 2 } });
    expect(() => shallow.generate(document([set]))).toThrow(/Loops are nested/);
    expect(written(document([set]))).toBe(alone);
    const wrong = withBht(set, (bht) => ({ ...bht, surplus_99: 'X', [Object.keys(bht)[0] ?? '']: 7 }));
    expect(() => written(document([wrong]))).toThrow(/errors?, so that no X12/);
    expect(engine.generate(document([set]))).toMatchObject({ findings: [] });
    expect(written(document([set]))).toBe(alone);
  });

  it('starts the levels and the findings of each set anew', async () => {
    const set = await inquiry();
    const wrong = withBht(set, (bht) => ({ ...bht, surplus_99: 'X' }));
    const { findings, bytes } = engine.generate(document([wrong, set, wrong]), { findings: 'report' });
    expect(findings.map(({ at }) => at.transaction)).toEqual([1, 3]);
    expect(new TextDecoder().decode(bytes).match(/~HL\*1\*\*20\*1~/g)).toHaveLength(SETS);
  });

  it('writes with the delimiters of now, though their object was used before', async () => {
    const set = await inquiry();
    const delimiters = { element: '*', component: '>', repetition: '^', segment: '~' };
    const before = new TextDecoder().decode(engine.generate(document([set]), { delimiters }).bytes);
    delimiters.element = '|';
    const after = new TextDecoder().decode(engine.generate(document([set]), { delimiters }).bytes);
    expect(after).toBe(before.replaceAll('*', '|'));
  });
});
