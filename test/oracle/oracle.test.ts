import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeBothScans } from '../syntax/scan/both-scans.js';
import { wellFormedInput } from './arbitraries.js';
import { disagreements } from './compare-readings.js';
import { type EngineReading, readByEngine } from './engine-reading.js';
import { readByGrammar } from './interchange-parser.js';
import { damagedInput } from './mutations.js';

/** Inputs for each property; the long form is `EDILOOM_RUNS=50000` (two properties). */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 400);
const TIMEOUT = 20_000 + RUNS * 20;

/** Damage makes a BDS that declares more than a segment may have once in a hundred thousand. */
const LONG_BINARY =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *250131*1530*^*00501*000000001*0*T*:~' +
  'TA1*000000001*250131*1530*A*000~BDS*1*20050131*1530~IEA*0*000000001~';

/** Damage makes a delimiter above 0x7F once in some thousand inputs. */
const HIGH_SEPARATOR =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *250131*1530*^*00501*000000001*0*T*\x80~' +
  'TA1*000000001*250131*1530*A*000~IEA*0*000000001~';

describeBothScans('tokenizer and envelope against the grammar', () => {
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 4 });

  it('agree on well-formed input', { timeout: TIMEOUT }, () => {
    const agree = fc.property(wellFormedInput, cuts, ({ text }, at) => check(text, at));
    fc.assert(agree, { numRuns: RUNS });
  });

  it('agree on damaged input', { timeout: TIMEOUT }, () => {
    const agree = fc.property(damagedInput, cuts, (text, at) => check(text, at));
    fc.assert(agree, {
      numRuns: RUNS,
      examples: [
        [HIGH_SEPARATOR, []],
        [LONG_BINARY, [200]],
      ],
    });
  });
});

/** Reads whole, byte by byte and cut at random: the same each time, and as the grammar says. */
function check(text: string, cuts: readonly number[]): void {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const byByte = readByEngine(Array.from(bytes, (byte) => Uint8Array.of(byte)));
  expect(disagreements(text, readByGrammar(text), byByte)).toEqual([]);
  for (const chunks of [[bytes], cutAt(bytes, cuts)]) {
    const read = readByEngine(chunks);
    // Where a limit is passed, `push` throws, and what the chunk has completed before is not handed out.
    if (byByte.isLimited) {
      expect(read.reports.at(-1)).toEqual(byByte.reports.at(-1));
      const segments = segmentsOf(read);
      expect(segments).toEqual(segmentsOf(byByte).slice(0, segments.length));
    } else expect(plain(read)).toEqual(plain(byByte));
  }
}

function segmentsOf({ interchanges }: EngineReading): readonly unknown[] {
  return interchanges.flatMap(({ segments }) => segments);
}

/** Findings of tokenizer and envelope come batch by batch, so their order among each other follows the cuts. */
function plain({ interchanges, reports }: EngineReading): unknown {
  return { interchanges, reports: reports.map(({ offset, what }) => `${offset} ${what}`).sort() };
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.map((to, index) => bytes.subarray(places[index - 1] ?? 0, to));
}
