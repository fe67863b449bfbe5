import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CharacterSetName } from '../../src/charset/character-set.js';
import { REPAIR_NAMES, type Repairs } from '../../src/charset/repairs.js';
import type { DocumentInput } from '../../src/engine/document.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import type { Finding } from '../../src/model/finding.js';
import { fixture } from '../engine/changed-document.js';
import { fullEngine } from '../engine/guides.js';

/** The long form is `EDILOOM_RUNS=10000 npx vitest run test/properties/repaired-documents.test.ts`. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 120);
const TIMEOUT = 30_000 + RUNS * 100;

const engine = fullEngine({ limits: { findings: 1_000_000 } });
const NAMES = ['eligibility-inquiry-270', 'claim-837p', 'purchase-order-850'] as const;
const DOCUMENTS = await Promise.all(NAMES.map((name) => fixture(engine, name)));

/** Keys whose values are neither codes nor computed, nor choose among variants. */
const FREE =
  /(name|city|line|description|identifier|amount|price|date|birth|reference_identification|entity_identifier)\w*_\d\d$/;
const CODES = /(code|qualifier|ST|SE|set|entity_identifier_code|diagnosis)\w*_\d\d$/;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'Aa1 ñßÀ–“Ⅻ★д*:^~>|.0\t\u00a0', '\u{1F600}'), maxLength: 12 }),
);
const options: fc.Arbitrary<GenerateOptions> = fc.record({
  characterSet: fc.constantFrom<CharacterSetName>('Basic', 'Extended', 'ExtendedHipaa'),
  repairs: fc
    .subarray([...REPAIR_NAMES])
    .map((names): Repairs => Object.fromEntries(names.map((name) => [name, true]))),
  findings: fc.constant('report' as const),
});

/** Puts the texts into the free members one after another, leaving out as many as `gaps` says. */
function filled(document: DocumentInput, texts: readonly string[], gap: number): DocumentInput {
  let at = 0;
  const copy = JSON.stringify(document, (key, value: unknown) => {
    if (typeof value !== 'string' || !FREE.test(key) || CODES.test(key)) return value;
    at++;
    return at % gap === 0 ? (texts[at % texts.length] ?? value) : value;
  });
  return JSON.parse(copy);
}

const cases = fc.record({
  document: fc.constantFrom(...DOCUMENTS),
  texts: fc.array(text, { minLength: 1, maxLength: 20 }),
  gap: fc.integer({ min: 1, max: 4 }),
  options,
});

/** What else is wrong with such a value is not said when it is written: a delimiter in it may keep it out of the bytes. */
const NONE: ReadonlySet<string> = new Set(['element-date', 'element-time', 'element-not-numeric']);

/** Refused values are not in the bytes: nothing of them can be read. */
const REFUSED: ReadonlySet<string> = new Set(['delimiter-in-data', 'character-unencodable', 'value-type']);

function placesOf(findings: readonly Finding[], without: ReadonlySet<string> = new Set()): string[] {
  return findings
    .filter(({ reason, character }) => reason === 'element-character-set' && !isControl(character?.name))
    .map(({ at, character }) => `${placeOf(at)} ${character?.name}`)
    .filter((place) => ![...without].some((one) => place.startsWith(`${one} `)))
    .sort();
}

function placeOf({ transaction, segment, element, component = 0 }: Finding['at']): string {
  return `${transaction}/${segment}/${element}/${component}`;
}

// Reading reports those by the element checks.
function isControl(name = ''): boolean {
  const code = Number.parseInt(name.slice(2), 16);
  return code < 0x20 || code === 0x7f;
}

describe('a repaired document', () => {
  it('is the same when it is read and repaired again', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ document, texts, gap, options: given }) => {
        const first = engine.generate(filled(document, texts, gap), given);
        const again = engine.generate(await engine.parse(first.bytes), given);
        expect(again.repairs).toEqual([]);
        expect(Buffer.from(again.bytes).toString('latin1')).toBe(Buffer.from(first.bytes).toString('latin1'));
      }),
      { numRuns: RUNS },
    );
  });

  it('holds nothing outside its set but what is reported, as reading finds', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ document, texts, gap, options: given }) => {
        const { bytes, findings } = engine.generate(filled(document, texts, gap), given);
        const placesWith = (reasons: ReadonlySet<string>) =>
          new Set(findings.filter(({ reason }) => reasons.has(reason)).map(({ at }) => placeOf(at)));
        const refused = placesWith(REFUSED);
        const none = placesWith(NONE);
        const read = await engine.validate(bytes, { characterSet: given.characterSet });
        expect(placesOf(read.findings, none)).toEqual(placesOf(findings, new Set([...refused, ...none])));
      }),
      { numRuns: RUNS },
    );
  });
});
