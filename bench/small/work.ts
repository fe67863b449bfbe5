import { readFileSync } from 'node:fs';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Guide } from '../../src/model/guide.js';
import type { WorkRow } from '../time-row.js';

// What `bench/small.ts` times, one of them a process.

const GUIDES = ['850-004010', '270-005010X279A1', '271-005010X279A1', '835-005010X221A1', '837P-005010X222A1'];
const FIXTURES = [
  'purchase-order-850',
  'eligibility-inquiry-270',
  'eligibility-answer-271',
  'remittance-835',
  'claim-837p',
];

const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const guides = GUIDES.map((id) => JSON.parse(read(`guides/${id}.json`).toString()) as Guide); // guides that ship, and are checked when compiled
const engine = createEngine({ guides });

/** An interchange whose set has nothing to read, by no guide: what is left is what stands around one. */
const AROUND = new TextEncoder().encode(
  'ISA*00*          *00*          *ZZ*LAKECLINIC     *ZZ*NORTHHEALTH    *260401*0931*^*00501*000000072*0*T*:~' +
    'GS*FA*LAKECLINIC*NORTHHEALTH*20260401*0930*72*X*005010~ST*999*0001~SE*2*0001~GE*1*72~IEA*1*000000072~',
);
const BY_NONE = { guide: 'generic' };
const inputs: readonly (readonly [string, Uint8Array])[] = FIXTURES.map((name) => [
  name,
  new Uint8Array(read(`fixtures/${name}/input.edi`)),
]);

export const SMALL_WORK: readonly WorkRow[] = [
  { title: 'validate nothing in an envelope (206 bytes)', sets: 1, run: () => engine.validate(AROUND, BY_NONE) },
  { title: 'parse nothing in an envelope', sets: 1, run: () => engine.parse(AROUND, BY_NONE) },
  ...inputs.flatMap(([name, bytes]) => [
    { title: `validate ${name} (${bytes.length} bytes)`, sets: 1, run: () => engine.validate(bytes) },
    { title: `parse ${name}`, sets: 1, run: () => engine.parse(bytes) },
  ]),
];
