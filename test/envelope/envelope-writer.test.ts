import { describe, expect, it } from 'vitest';
import { completeGroupHeader, completeInterchangeHeader } from '../../src/envelope/complete-headers.js';
import { EnvelopeWriter } from '../../src/envelope/envelope-writer.js';
import { localMoment } from '../../src/envelope/local-moment.js';
import type { Finding } from '../../src/model/finding.js';
import { readEnvelopes } from './x12.js';

const ids = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: 'ZZ', receiverId: 'PAYER01' };
const now = () => localMoment(Date.UTC(2026, 3, 1, 9, 30));

function write(newline = ''): { text: string; findings: Finding[] } {
  const findings: Finding[] = [];
  const writer = new EnvelopeWriter((found) => findings.push(found));
  const interchange = completeInterchangeHeader(ids, { controlNumber: 71, release: '005010X279A1', now });
  writer.beginInterchange(interchange, { newline });
  writer.acknowledgment({
    interchangeControlNumber: '000000070',
    interchangeDate: '2026-03-31',
    interchangeTime: '09:00',
    acknowledgmentCode: 'A',
    noteCode: '000',
  });
  writer.beginGroup(
    completeGroupHeader(
      { functionalIdentifierCode: 'HS' },
      { interchange, controlNumber: 7, release: '005010X279A1', now },
    ),
  );
  for (const controlNumber of ['0001', '0002']) {
    writer.beginTransaction({ transactionSet: '270', controlNumber, implementation: '005010X279A1' });
    writer.segment('BHT', ['0022', '13', '', '20260401']);
    writer.endTransaction();
  }
  writer.endGroup();
  writer.endInterchange();
  return { text: new TextDecoder().decode(writer.take()), findings };
}

describe('EnvelopeWriter', () => {
  it('counts segments, sets and groups, repeats control numbers, and fills headers in', () => {
    expect(write().text).toBe(
      'ISA*00*          *00*          *ZZ*CLINIC01       *ZZ*PAYER01        *260401*0930*^*00501*000000071*0*P*>~' +
        'TA1*000000070*260331*0900*A*000~GS*HS*CLINIC01*PAYER01*20260401*0930*7*X*005010X279A1~' +
        'ST*270*0001*005010X279A1~BHT*0022*13**20260401~SE*3*0001~ST*270*0002*005010X279A1~BHT*0022*13**20260401~SE*3*0002~' +
        'GE*2*7~IEA*1*000000071~',
    );
  });

  it('writes what the reader finds nothing wrong with', () => {
    expect(readEnvelopes(write('\r\n').text).findings).toEqual([]);
  });

  it('breaks lines behind every terminator but the last', () => {
    const { text } = write('\n');
    expect(text.split('\n')).toHaveLength(11);
    expect(text.endsWith('000000071~')).toBe(true);
  });

  it('reports a delimiter in a header value by its element', () => {
    const findings: Finding[] = [];
    const writer = new EnvelopeWriter((found) => findings.push(found));
    const interchange = completeInterchangeHeader(ids, { controlNumber: 1, now });
    writer.beginInterchange(interchange);
    const header = { functionalIdentifierCode: 'HS', release: '005010X279A1', applicationSenderCode: 'A*B' };
    writer.beginGroup(completeGroupHeader(header, { interchange, controlNumber: 1, now }));
    expect(findings).toMatchObject([
      { reason: 'delimiter-in-data', at: { interchange: 1, group: 1, segmentId: 'GS', element: 2 } },
    ]);
  });

  it('reports header values that reading would report, and ISA14 2 before controls that know it', () => {
    const findings: Finding[] = [];
    const writer = new EnvelopeWriter((found) => findings.push(found));
    const odd = { ...ids, senderQualifier: 'XX', acknowledgmentRequestedCode: '2' };
    const interchange = completeInterchangeHeader(odd, { controlNumber: 1, now });
    writer.beginInterchange(interchange);
    writer.beginGroup(
      completeGroupHeader({ functionalIdentifierCode: 'HS', release: '5010' }, { interchange, controlNumber: 1, now }),
    );
    expect(findings.map(({ reason, severity }) => [reason, severity])).toEqual([
      ['isa-sender-qualifier', 'error'],
      ['isa-acknowledgment-requested', 'warning'],
      ['group-version', 'error'],
    ]);
  });

  it('refuses an ISA value that is too long, naming the element', () => {
    const header = completeInterchangeHeader({ ...ids, senderId: 'X'.repeat(16) }, { controlNumber: 1, now });
    expect(() => new EnvelopeWriter().beginInterchange(header)).toThrow(/ISA06/);
  });
});

describe('complete headers', () => {
  it('leaves an empty id to the check, so that what was read can be written with findings', () => {
    const reasons: string[] = [];
    const writer = new EnvelopeWriter((found) => reasons.push(found.reason));
    writer.beginInterchange(completeInterchangeHeader({ ...ids, senderId: '' }, { controlNumber: 1, now }));
    expect(reasons).toEqual(['isa-sender']);
  });

  it('names what is missing', () => {
    const { senderId: _, ...incomplete } = ids;
    // What plain JavaScript may pass.
    const header = incomplete as typeof ids;
    expect(() => completeInterchangeHeader(header, { controlNumber: 1, now })).toThrow(/senderId/);
    const interchange = completeInterchangeHeader(ids, { controlNumber: 1, now });
    expect(() => completeGroupHeader({}, { interchange, controlNumber: 1, now })).toThrow(/functionalIdentifierCode/);
  });

  it.each([
    ['005010X279A1', '00501'],
    ['004010', '00401'],
    ['008010', '00801'],
    [undefined, '00501'],
  ])('makes ISA12 of %s', (release, version) => {
    expect(completeInterchangeHeader(ids, { controlNumber: 1, release, now }).controlVersionNumber).toBe(version);
  });
});

describe('localMoment', () => {
  it.each([
    ['UTC', '2026-03-08', '00:05'],
    ['America/Chicago', '2026-03-07', '18:05'],
    ['Asia/Kolkata', '2026-03-08', '05:35'],
    ['America/St_Johns', '2026-03-07', '20:35'],
  ])('shows the wall clock of %s', (timeZone, date, time) => {
    expect(localMoment(Date.UTC(2026, 2, 8, 0, 5, 9), timeZone)).toEqual({ date, time, second: '09' });
  });

  it('follows daylight saving', () => {
    expect(localMoment(Date.UTC(2026, 2, 8, 7, 59), 'America/Chicago').time).toBe('01:59');
    expect(localMoment(Date.UTC(2026, 2, 8, 8, 0), 'America/Chicago').time).toBe('03:00');
  });

  it('refuses an unknown zone', () => {
    expect(() => localMoment(0, 'Mars/Olympus')).toThrow(/IANA/);
  });
});
