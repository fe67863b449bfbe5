import { readdirSync, readFileSync } from 'node:fs';
import { type Agreement, checkAgreement } from '../../src/acknowledgment/agreement.js';
import type { AcknowledgmentPolicy } from '../../src/acknowledgment/policy.js';
import type { AcknowledgedInterchange } from '../../src/engine/acknowledge.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import { applyOverlay, type Overlay } from '../../src/guide/overlay/apply-overlay.js';
import { finding } from '../../src/model/finding.js';
import { allGuides, dictionary, guide } from '../engine/guides.js';

/** `case.json` of a folder in `fixtures/acknowledgments/`: how its `input.edi` is answered, and what the answer must say. */
export interface AcknowledgmentCase {
  readonly shows: string;
  readonly policy?: Omit<AcknowledgmentPolicy, 'check'>;
  /** For the policy's `check`. */
  readonly agreement?: Agreement;
  /** The host knows the interchange already. */
  readonly duplicate?: true;
  /** Narrows a guide where no shipped one has a rule of the kind. */
  readonly overlay?: Overlay;
  /** What is kept: `expected.edi` by the policy and, with `997` among them, `expected-997.edi`. Default the first alone. */
  readonly kinds?: readonly Kind[];
  readonly expect: ExpectedCode;
}

/** Where a code must stand, in the words of the acknowledgment. */
export interface ExpectedCode {
  /** Level and code: `element 8`; `interchange 000` for none. */
  readonly code: string;
  /** What a 997 says for it, where that is another code. */
  readonly code997?: string;
  /** TA104, AK901 or IK501. */
  readonly verdict: string;
  /** Interchange and group that are answered so; the first, unless given. */
  readonly interchange?: number;
  readonly group?: number;
  /** AK202. */
  readonly set?: string;
  /** Which of several with this AK202. Default 1. */
  readonly nth?: number;
  /** IK301 to IK303, and IK401 with IK402: `DMG*10*2100 2*1251`. */
  readonly at?: string;
  /** The same of the CTX SITUATIONAL TRIGGER. */
  readonly trigger?: string;
}

export type Kind = '999' | '997';

const FOLDER = new URL('../../fixtures/acknowledgments/', import.meta.url);
const MOMENT = Date.UTC(2026, 3, 1, 9, 31);
const options = {
  guides: allGuides(),
  dictionaries: [dictionary('004010'), dictionary('005010')],
  clock: () => MOMENT,
};
const usual = createEngine(options);

export function caseNames(): readonly string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

export function readCase(name: string): AcknowledgmentCase {
  return JSON.parse(readFileSync(new URL(`${name}/case.json`, FOLDER), 'utf8')); // its shape is ours
}

export function inputOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${name}/input.edi`, FOLDER)));
}

/** The file that holds the acknowledgment of a case. */
export function expectedFile(name: string, kind: Kind): URL {
  return new URL(`${name}/expected${kind === '997' ? '-997' : ''}.edi`, FOLDER);
}

/** How the input of a case is answered now: what was decided, and the interchanges that say so. */
export async function answerOf(
  name: string,
  kind: Kind,
): Promise<{ acknowledged: readonly AcknowledgedInterchange[]; bytes: Uint8Array; engine: Engine }> {
  const { policy, agreement, duplicate, overlay } = readCase(name);
  const engine = engineWith(overlay);
  const acknowledged = await engine.acknowledge(inputOf(name), {
    ...policy,
    ...(kind === '997' ? { functional: kind } : {}),
    check: (received) => [
      ...(agreement === undefined ? [] : checkAgreement(received, agreement)),
      ...(duplicate === undefined ? [] : [finding('interchange-duplicate', { interchange: 1 })]),
    ],
  });
  const interchanges = acknowledged.flatMap(({ reply }) => (reply === undefined ? [] : [reply]));
  // Ids are repeated as received: a wrong one is wrong in the answer too.
  const { bytes } = engine.generate({ interchanges }, { newline: '\n', findings: 'report' });
  return { acknowledged, bytes, engine };
}

function engineWith(overlay: Overlay | undefined): Engine {
  if (overlay === undefined) return usual;
  return createEngine({ ...options, guides: [...options.guides, applyOverlay(guide(overlay.base), overlay)] });
}
