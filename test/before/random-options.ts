import type { Random } from '../../bench/generate/random.js';
import type { AcknowledgmentPolicy } from '../../src/acknowledgment/policy.js';
import { REPAIR_NAMES } from '../../src/charset/repairs.js';
import type { GenerateOptions, ReadOptions } from '../../src/engine/engine-options.js';
import type { EngineOptions, Package } from './packages.js';
import { splitX12, tagOf } from './x12-text.js';

const SMALL_LIMITS = { segmentBytes: 400, elements: 12, findings: 5, interchanges: 2, depth: 4, scanBytes: 64 };
const ENGINES: readonly EngineOptions[] = [
  { numbers: 'string' },
  { limits: SMALL_LIMITS },
  { limits: { findings: 1 } },
  { guides: [] },
];

/** Few different ones: an engine for each is kept. */
export function engineOptions(random: Random): EngineOptions {
  return random.chance(80) ? {} : random.pick(ENGINES);
}

/** Bad values are always asked for, so that they are compared as well. */
export function readOptions(random: Random, guides: readonly string[]): ReadOptions {
  const badValues = true;
  if (random.chance(65)) return { badValues };
  return {
    badValues,
    ...(random.chance(30) ? { scan: true } : {}),
    ...(random.chance(25) ? { unwrap: true } : {}),
    ...(random.chance(20) ? { strict: true } : {}),
    ...(random.chance(30) ? { foldTags: true } : {}),
    ...(random.chance(25) ? { characterSet: random.pick(['Basic', 'Extended', 'none'] as const) } : {}),
    ...(random.chance(15)
      ? { guide: random.pick([...guides, 'generic', 'dictionary-005010', 'dictionary-004010']) }
      : {}),
  };
}

export function generateOptions(random: Random): GenerateOptions {
  const repairs = Object.fromEntries(REPAIR_NAMES.map((name) => [name, random.chance(60)]));
  return {
    ...(random.chance(30) ? { delimiters: 'choose' } : {}),
    ...(random.chance(20) ? { delimiters: { element: '|', component: '<', segment: "'", repetition: '!' } } : {}),
    ...(random.chance(25) ? { newline: random.pick(['', '\n', '\r\n', '\r'] as const) } : {}),
    ...(random.chance(50) ? { characterSet: random.pick(['Basic', 'Extended', 'none'] as const) } : {}),
    ...(random.chance(40) ? { repairs } : {}),
    ...(random.chance(20) ? { groupTime: 'HHMMSS' } : {}),
    ...(random.chance(10) ? { timeZone: 'America/Chicago' } : {}),
  };
}

export function acknowledgmentPolicy(random: Random): AcknowledgmentPolicy {
  if (random.chance(35)) return {};
  return {
    ta1: random.pick(['never', 'requested', 'requested or rejected', 'always'] as const),
    ...(random.chance(40) ? { functional: random.pick(['999', '997', 'none'] as const) } : {}),
    ...(random.chance(20) ? { errors: 'accept' } : {}),
    ...(random.chance(30) ? { warnings: 'report' } : {}),
    ...(random.chance(20) ? { transactions: 'all or none' } : {}),
    ...(random.chance(30) ? { badValues: true } : {}),
    ...(random.chance(15) ? { listAccepted: false, mostRejected: 1 } : {}),
    ...(random.chance(15) ? { tolerated: ['element-code', 'element-too-long'] as const } : {}),
  };
}

/** A loop of one of the guides of the first set's kind; one that it has not, now and then. */
export function loopOf(random: Random, bytes: Uint8Array, { guides }: Package): string | undefined {
  const { segments, delimiters } = splitX12(Buffer.from(bytes).toString('latin1'));
  const start = segments.find((segment) => tagOf(segment, delimiters) === 'ST');
  const set = start?.split(delimiters.element)[1];
  const loops = [...guides.values()].filter(({ x12 }) => x12.transactionSet === set).flatMap(loopsOf);
  if (loops.length === 0) return undefined;
  return random.chance(3) ? '9999' : random.pick(loops);
}

const loopsOfGuides = new Map<object, readonly string[]>();

/** Ids of all loops of a guide, from its JSON. */
function loopsOf(guide: object): readonly string[] {
  const known = loopsOfGuides.get(guide);
  if (known !== undefined) return known;
  const found = [...JSON.stringify(guide).matchAll(/"x12":\{[^{}]*?"loop":"([^"]+)"/g)].map(([, id = '']) => id);
  loopsOfGuides.set(guide, found);
  return found;
}
