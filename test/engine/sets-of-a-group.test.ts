import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/engine/document.js';
import { exampleOf } from '../../src/index.js';
import { fullEngine, guide } from './guides.js';

const engine = fullEngine();
const ISA = { senderQualifier: 'ZZ', senderId: 'AA', receiverQualifier: 'ZZ', receiverId: 'BB' } as const;

function documentOf(header: object, ...ids: string[]): DocumentInput {
  const transactions = ids.map((id) => ({ guide: id, data: exampleOf(guide(id)) }));
  return { interchanges: [{ header: ISA, groups: [{ header, transactions }] }] } as unknown as DocumentInput; // headers as somebody writes them
}

/** What writing tells of each set, and what reading the written tells: the same. */
async function misfits(document: DocumentInput): Promise<string[]> {
  const { bytes, findings } = engine.generate(document, { findings: 'report' });
  const told = findings.map(({ reason, at }) => `${reason} ${at.transaction} ${at.element}`);
  const { findings: read } = await engine.validate(bytes);
  expect(
    read
      .filter(({ severity }) => severity === 'error')
      .map(({ reason, at }) => `${reason} ${at.transaction} ${at.element}`),
  ).toEqual(told);
  return told;
}

describe('a set that its group is not for', () => {
  it.each([
    [
      'of another kind than GS01',
      documentOf({ functionalIdentifierCode: 'PR' }, '850-004010'),
      ['transaction-not-in-group 1 1'],
    ],
    ['of another kind than the first', documentOf({}, '850-004010', '855-004010'), ['transaction-not-in-group 2 1']],
    [
      'of another version than GS08',
      documentOf({ release: '005010X222A1' }, '271-005010X279A1'),
      ['transaction-implementation 1 3'],
    ],
  ])('%s is told as reading tells it, and not written', async (_, document, expected) => {
    expect(await misfits(document)).toEqual(expected);
    expect(() => engine.generate(document)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
  });

  it('is none where GS08 is another maintenance level of its guide, or its release alone', () => {
    for (const release of ['005010X279', '005010'])
      expect(engine.generate(documentOf({ release }, '271-005010X279A1')).findings).toEqual([]);
  });
});

it('findings of a document end where limits.findings says, however many sets it has', () => {
  const few = fullEngine({ limits: { findings: 20 } });
  const transactions = Array.from({ length: 100 }, () => ({ guide: '850-004010', data: { heading: {} } }));
  const document = { interchanges: [{ header: ISA, groups: [{ transactions }] }] } as unknown as DocumentInput; // data that are none
  expect(few.generate(document, { findings: 'report' }).findings).toHaveLength(20);
  expect(() => few.generate(document)).toThrow(/^The data has \d{3} errors/);
});
