import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/engine/document.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import { changed, fixture, segmentsOf } from './changed-document.js';
import { fullEngine } from './guides.js';

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30) });
const INQUIRY = await fixture(engine, 'eligibility-inquiry-270');
const GENERIC = { senderQualifier: 'ZZ', senderId: 'AA', receiverQualifier: 'ZZ', receiverId: 'BB' };

function named(lastName: string): DocumentInput {
  return changed(INQUIRY, 'subscriber_name_NM1', { subscriber_last_name_03: lastName });
}

function told(document: DocumentInput, options: GenerateOptions = {}): string[] {
  const { findings } = engine.generate(document, { ...options, findings: 'report' });
  return findings.map(({ severity, reason, at, character }) =>
    [severity, reason, at.segmentId, at.element, character?.name].join(' '),
  );
}

describe('characters outside the usual set, when no set was asked for', () => {
  it('are a warning, one for each value, and are written', () => {
    const { bytes, findings } = engine.generate(named('Łęcka 😀'));
    expect(findings).toMatchObject([
      { severity: 'warning', reason: 'element-character-set', code: '6', character: { name: 'U+0141', offset: 0 } },
    ]);
    expect(findings[0]?.at.pointer).toContain('/subscriber_last_name_03');
    expect(segmentsOf(bytes, 'NM1').some((line) => line.includes('Łęcka 😀'))).toBe(true);
  });

  it('are what reading warns of, too', async () => {
    const { bytes } = engine.generate(named('Łęcka'));
    const { valid, findings } = await engine.validate(bytes);
    expect([valid, new Set(findings.map(({ severity, reason }) => `${severity} ${reason}`))]).toEqual([
      true,
      new Set(['warning element-character-set']),
    ]);
  });

  it('are errors where a set was asked for, and nothing with none', () => {
    expect(told(named('Łęcka'), { characterSet: 'Extended' })).toHaveLength(2);
    expect(told(named('Łęcka'), { characterSet: 'Extended' })[0]).toMatch(/^error /);
    expect(told(named('Łęcka'), { characterSet: 'none' })).toEqual([]);
    expect(told(named('Łęcka '), { characterSet: 'none', repairs: { trimTrailingSpaces: true } })).toEqual([]);
  });

  it('leave control characters the error that they are', () => {
    expect(told(named('DO\tE'))).toEqual(['error element-character NM1 3 ']);
    expect(told(named('DO\tŁ'))).toEqual([
      'warning element-character-set NM1 3 U+0141',
      'error element-character NM1 3 ',
    ]);
  });

  it('are told of envelopes and of sets without a guide', () => {
    const set = { segment_ZZZ: { element_01: 'Ł' } };
    const data = { segments: [{ segment_ST: { element_01: '999' } }, set] };
    const header = { transactionSet: '999' };
    const transactions = [{ guide: 'generic', header, data }];
    const groups = [
      { header: { functionalIdentifierCode: 'FA', release: '004010', applicationSenderCode: 'Ø1' }, transactions },
    ];
    expect(told({ interchanges: [{ header: { ...GENERIC, senderId: 'Ł' }, groups }] })).toEqual([
      'warning isa-sender ISA 6 U+0141',
      'warning element-character-set ZZZ 1 U+0141',
    ]);
  });

  it('never stop the writing, however many there are', () => {
    const segments = Array.from({ length: 300 }, () => ({ segment_ZZZ: { element_01: 'Ł' } }));
    const transactions = [
      {
        guide: 'generic',
        header: { transactionSet: '999' },
        data: { segments: [{ segment_ST: { element_01: '999' } }, ...segments] },
      },
    ];
    const groups = [{ header: { functionalIdentifierCode: 'FA', release: '004010' }, transactions }];
    const small = fullEngine({ clock: () => 0, limits: { findings: 7 } });
    for (const [one, most] of [
      [engine, 100],
      [small, 7],
    ] as const) {
      const { bytes, findings } = one.generate({ interchanges: [{ header: GENERIC, groups }] });
      expect(findings).toHaveLength(most);
      expect(segmentsOf(bytes, 'ZZZ')).toHaveLength(300);
    }
  });
});
