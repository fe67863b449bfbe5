import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/engine-event.js';
import { isX12Error } from '../../src/model/error.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/${name}/input.edi`, import.meta.url), 'latin1');
}

async function collect(source: string | Uint8Array, loop?: string): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  for await (const event of engine.stream(source, { loop })) events.push(event);
  return events;
}

describe('stream by loop', () => {
  const claims = fixture('claim-837p');

  it('yields each occurrence with its ancestors, and the set without them', async () => {
    const events = await collect(claims, '2300');
    const loops = events.filter((event) => event.kind === 'loop');
    expect(loops).toHaveLength(2);
    expect(loops.map((loop) => loop.path.map((step) => `${step.loopId}/${step.index}`))).toEqual([
      ['2000A/0', '2000B/0'],
      ['2000A/0', '2000B/0'],
    ]);
    expect(JSON.stringify(loops[0]?.data)).toContain('A-1001');
    expect(JSON.stringify(loops[0]?.path[0]?.data)).toContain('GOOD CLINIC');
    expect(JSON.stringify(loops[0]?.path[0]?.data)).not.toContain('JANE');
    const sets = events.filter((event) => event.kind === 'transaction');
    expect(JSON.stringify(sets[0]?.data)).not.toContain('A-1001');
    expect(sets.map((set) => set.loops)).toEqual([1, 1]);
    expect(sets.map((set) => set.segments)).toEqual([27, 27]);
  });

  it('gives the findings of a loop with it, and all of them with the set', async () => {
    const broken = claims.replace('SV1*HC:81002*50*UN*1***1', 'SV1*HC:81002*5X*UN*1***1');
    const events = await collect(broken, '2300');
    const loops = events.filter((event) => event.kind === 'loop');
    const sets = events.filter((event) => event.kind === 'transaction');
    expect(loops.map((loop) => loop.findings.length > 0)).toEqual([true, false]);
    expect(sets[0]?.findings).toEqual(expect.arrayContaining([...(loops[0]?.findings ?? [])]));
    expect(sets[1]?.findings).toEqual([]);
  });

  it('reads what comes only once: nothing of a delivered loop stays', async () => {
    const body = claims.slice(claims.indexOf('CLM*'), claims.indexOf('SE*'));
    const many = claims.slice(0, claims.indexOf('SE*')) + body.repeat(50) + claims.slice(claims.indexOf('SE*'));
    const events = await collect(many, '2300');
    const sizes = events.flatMap((event) => (event.kind === 'loop' ? [JSON.stringify(event.path).length] : []));
    expect(sizes).toHaveLength(52);
    expect(new Set(sizes).size).toBe(1);
  });
});

describe('what stays of a set that is streamed by loop', () => {
  const claims = fixture('claim-837p');
  const levels = claims.slice(claims.indexOf('HL*1'), claims.indexOf('SE*'));
  const set = (body: string): string =>
    claims.slice(0, claims.indexOf('HL*1')) + body + claims.slice(claims.indexOf('SE*'));
  // HL segments numbered on: the tree is the same whatever their ids say.
  const numbered = (times: number, body = levels): string =>
    Array.from({ length: times }, (_, i) =>
      body.replaceAll('HL*1*', `HL*${2 * i + 1}*`).replaceAll('HL*2*1*', `HL*${2 * i + 2}*${2 * i + 1}*`),
    ).join('');

  async function left(text: string, loop: string): Promise<string> {
    const [first] = (await collect(text, loop)).filter((event) => event.kind === 'transaction');
    return JSON.stringify(first?.data).replace(/"number_of_included_segments_01":\d+/, '');
  }

  it.each(['2300', '2400'])('is nothing that %s has brought, however many loops are around it', async (loop) => {
    const text = set(numbered(40));
    const loops = (await collect(text, loop)).filter((event) => event.kind === 'loop');
    expect(loops.map(({ path }) => path[0]?.index)).toEqual(expect.arrayContaining([0, 39]));
    expect(await left(text, loop)).toBe(await left(set(numbered(1)), loop));
    expect(await left(text, loop)).not.toContain('HL_loop');
  });

  it('is what no event has brought: loops without the streamed one', async () => {
    const bare = numbered(2, levels.slice(0, levels.indexOf('CLM*')).replace('DOE', 'ROE'));
    const text = set(bare + levels + bare);
    expect((await left(text, '2300')).match(/ROE/g)).toHaveLength(4);
    expect(await left(text, '2300')).not.toContain('DOE');
  });

  it('is what comes behind the last streamed one in a loop', async () => {
    const behind = await left(set(`${levels}HL*3*1*22*0~SBR*P*18*******CI~`), '2400');
    expect(behind).toContain('GOOD CLINIC');
    expect(behind.match(/subscriber_information_SBR/g)).toHaveLength(1);
    expect(behind).not.toContain('DOE');
  });
});

describe('events', () => {
  it('follow the data, and the last one tells what belongs to no interchange', async () => {
    const kinds = (await collect(`${fixture('control-segments')}VAN`)).map((event) => event.kind);
    expect(kinds).toEqual([
      'interchange',
      'other',
      'other',
      'acknowledgment',
      'acknowledgment',
      'group',
      'transaction',
      'groupEnd',
      'group',
      'transaction',
      'other',
      'groupEnd',
      'interchangeEnd',
      'end',
    ]);
  });

  it('mark what was cut off', async () => {
    const whole = fixture('eligibility-inquiry-270');
    const events = await collect(whole.slice(0, whole.indexOf('DMG*') + 6));
    for (const kind of ['transaction', 'groupEnd', 'interchangeEnd']) {
      expect(events.find((event) => event.kind === kind)).toMatchObject({ truncated: true });
    }
  });

  it('stop when the signal says so', async () => {
    await expect(engine.validate(fixture('ta1-only'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'X12_ABORTED',
    });
  });
});

describe('limits and options', () => {
  it('keep so many findings and count the rest', async () => {
    const strict = fullEngine({ limits: { findings: 3 } });
    const broken = fixture('claim-837p').replaceAll('SV1*HC:', 'SV1*XX:').replaceAll('HI*ABK:', 'HI*QQQ:');
    const result = await strict.validate(broken);
    expect(result.findingsTotal).toBeGreaterThan(4);
    expect(result.findings.map((found) => found.reason).slice(3)).toEqual(['findings-limit']);
    const document = await strict.parse(broken);
    expect(document.findings.map((found) => found.reason)).toEqual(['findings-limit']);
  });

  it('read every set of its kind by the guide that is asked for', async () => {
    const file = fixture('eligibility-inquiry-270').replaceAll('005010X279A1', '004010X092A1');
    expect((await engine.validate(file)).findings.map((found) => found.reason)).toContain('guide-dictionary');
    const document = await engine.parse(file, { guide: '270-005010X279A1' });
    expect(document.interchanges[0]?.groups[0]?.transactions[0]?.guide).toBe('270-005010X279A1');
    await expect(engine.parse(file, { guide: 'nothing' })).rejects.toMatchObject({ code: 'X12_GUIDE_UNKNOWN' });
  });

  it('keep values out of findings unless asked', async () => {
    const file = fixture('eligibility-inquiry-270').replace('DMG*D8*19800228', 'DMG*D8*CANARY01');
    expect(JSON.stringify((await engine.validate(file)).findings)).not.toContain('CANARY01');
    expect(JSON.stringify((await engine.validate(file, { badValues: true })).findings)).toContain('CANARY01');
  });
});

describe('damaged input', () => {
  it('ends in findings or an X12Error, and what was read can be written', async () => {
    const files = ['eligibility-answer-271', 'control-segments', 'mixed-interchanges', 'purchase-order-850'].map(
      fixture,
    );
    const mutation = fc.record({
      file: fc.constantFrom(...files),
      cuts: fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          drop: fc.nat(40),
          put: fc.constantFrom('', '~', '*', 'SE*1~', 'IEA*1*1~', 'GS*', '\0', 'ISA', '~~', 'TA1*~'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ file, cuts }) => {
        let damaged = file;
        for (const { at, drop, put } of cuts) {
          const from = Math.floor(at * damaged.length);
          damaged = damaged.slice(0, from) + put + damaged.slice(from + drop);
        }
        const bytes = Buffer.from(damaged, 'latin1');
        try {
          const document = await engine.parse(bytes);
          const counts = await engine.validate(bytes);
          expect(counts.interchanges).toBe(document.interchanges.length);
          engine.generate(document, { findings: 'report' });
        } catch (error) {
          expect(isX12Error(error)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('holding an interchange', () => {
  const two = fixture('claim-837p') + fixture('eligibility-inquiry-270');
  const kinds = async (holdBytes: number): Promise<string[]> => {
    const chunks = [...two.matchAll(/.{1,200}/gs)].map(([text]) => new TextEncoder().encode(text));
    const seen: string[] = [];
    let fed = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      for (const chunk of chunks) {
        fed++;
        yield chunk;
      }
    }
    for await (const event of engine.stream(source(), { holdBytes })) seen.push(`${event.kind} ${fed}`);
    return seen;
  };
  const fedAt = (seen: readonly string[], kind: string): number =>
    Number(seen.find((one) => one.startsWith(`${kind} `))?.split(' ')[1]);

  it('hands out a small interchange only when its IEA was read', async () => {
    const seen = await kinds(1_000_000);
    expect(fedAt(seen, 'interchange')).toBe(fedAt(seen, 'interchangeEnd'));
    expect(seen.map((one) => one.split(' ')[0])).toEqual((await kinds(0)).map((one) => one.split(' ')[0]));
  });

  it('does not hold one that is larger, nor any by default', async () => {
    for (const holdBytes of [0, 300]) {
      const seen = await kinds(holdBytes);
      expect(fedAt(seen, 'interchange')).toBeLessThan(fedAt(seen, 'interchangeEnd'));
    }
  });
});

it('reads a TA1 without its last elements alike, with and without trailing separators', async () => {
  const isa = fixture('ta1-only').split('TA1')[0] ?? '';
  const [short, long] = await Promise.all(
    ['TA1*000000001*250131*1530', 'TA1*000000001*250131*1530**'].map((ta1) => collect(`${isa}${ta1}~IEA*0*000000001~`)),
  );
  const kinds = (events: readonly EngineEvent[] | undefined): unknown[] | undefined =>
    events?.map((event) => event.kind);
  expect(kinds(short)).toContain('acknowledgment');
  expect(kinds(short)).toEqual(kinds(long));
});
