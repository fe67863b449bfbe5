import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { guideJson } from '../properties/guide-json.js';
import type { Package, Pair } from './packages.js';

/** What mutants are made of; one character a byte. */
export interface StartFile {
  readonly name: string;
  readonly text: string;
}

/** Of each guide, so many sets are made at random beside its smallest example. */
const MADE = 3;
/** Many small mutants find more than few large ones. */
const MOST_BYTES = 5_000;
const HEADER = { senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' };
const MOMENT = { date: '2026-03-02', time: '10:15' };

/**
 * All fixtures, generated files, and sets of each of the guides: its smallest example and some made at random, all
 * written by the package before.
 * @param guides ids; each costs the time to compile it twice.
 */
export function startFiles(pair: Pair, guides: readonly string[]): readonly StartFile[] {
  const made = guides.flatMap((id) => ofGuide(pair, id));
  const small = made.filter(({ text }) => text.length <= MOST_BYTES);
  // Fixtures are many because acknowledgments are: the larger sets of generated files stand beside them three times.
  return [...fixtures(), ...small, ...[1, 2, 3].flatMap(() => generated())];
}

const FIXTURES = new URL('../../fixtures/', import.meta.url);

function fixtures(): StartFile[] {
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.edi'));
  return names
    .sort()
    .map((name) => ({ name: `fixtures/${name}`, text: readFileSync(new URL(name, FIXTURES), 'latin1') }));
}

function generated(): StartFile[] {
  return SET_NAMES.flatMap((set) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const bytes = [400, 700, 1_500, 3_000][seed % 4] ?? 400;
      const chunks = [
        ...generateFile({ set, seed, bytes, largestSet: 1 + (seed % 3), newline: seed === 2 ? '\n' : '' }),
      ];
      return { name: `generated ${set} ${seed}`, text: Buffer.concat(chunks).toString('latin1') };
    }),
  );
}

function ofGuide({ before, now }: Pair, id: string): StartFile[] {
  const guide = now.guides.get(id);
  if (guide === undefined || guide.x12.transactionSet === 'TA1') return [];
  const { dictionaries } = now;
  const random = fc.sample(guideJson(compileGuide(guide, { dictionaries })), { seed: 1, numRuns: MADE });
  return [
    { name: `example of ${id}`, text: written(before, id, before.core.exampleOf(guide)) },
    ...random.map((data, index) => ({ name: `${id} made ${index + 1}`, text: written(before, id, data) })),
  ];
}

function written(by: Package, guide: string, data: unknown): string {
  const groups = [{ header: MOMENT, transactions: [{ guide, data }] }];
  const document = { interchanges: [{ header: { ...HEADER, ...MOMENT }, groups }] };
  return Buffer.from(by.engine().generate(document, { findings: 'report' }).bytes).toString('latin1');
}
