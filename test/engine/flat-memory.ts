import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';

// A program of its own, with `--expose-gc`: prints as JSON by how many bytes what lives has grown while sets of faulty segments were checked.

const HEAD = [
  'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260401*0931*U*00401*000000072*0*T*:',
  'GS*PO*A*B*20260401*0930*72*X*004010',
  'ST*850*0001',
  'BEG*00*SA*PO1**20260401',
];
/** Of no set, of no place, too many, with an unknown qualifier, with a bad value. */
const FAULTY = ['ZZ*1', 'BHT*1', 'BEG*00*SA*PO1**20260401', 'N1*@@*X', 'REF*@@*1', 'PO1*x'];
const FIRST = 30_000;
const SEGMENTS = 150_000;
const PIECE = 1_000;

const engine = createEngine({ guides: [await loadGuide('850-004010')] });

async function grown(verb: 'validate' | 'acknowledge', segment: string): Promise<number> {
  let first = 0;
  let last = 0;
  const live = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  async function* source(): AsyncGenerator<string> {
    yield HEAD.map((one) => `${one}~`).join('');
    const piece = `${segment}~`.repeat(PIECE);
    for (let sent = 0; sent < SEGMENTS; sent += PIECE) {
      if (sent === FIRST) first = live();
      yield piece;
    }
    last = live();
  }
  await engine[verb](source());
  return last - first;
}

const all: Record<string, number> = {};
for (const segment of FAULTY)
  for (const verb of ['validate', 'acknowledge'] as const) all[`${verb} ${segment}`] = await grown(verb, segment);
process.stdout.write(JSON.stringify(all));
