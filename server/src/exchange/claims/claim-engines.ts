import { createEngine, type Engine } from 'ediloom';
import {
  CLAIM_GUIDES,
  type ClaimCodec,
  type ClaimReportCodec,
  type ClaimType,
  claimCodec,
  claimReportCodec,
} from 'ediloom/claims';
import { loadDictionaries, loadGuide } from 'ediloom/guides';

export const REPORT_GUIDE = '277CA-005010X214';
/** By them, and the one above, the answers of payers are read. */
const ACKNOWLEDGMENT_GUIDES = ['999-005010X231A1', '997-004010', '997-005010'] as const;

/** GS08 of files of a type: what stands behind the set in the id of its guide. */
export function claimRelease(type: ClaimType): string {
  return CLAIM_GUIDES[type].replace(/^[^-]+-/, '');
}

/** What claims of one type, and what is answered to them, are written and read with. */
export interface ClaimEngine {
  readonly engine: Engine;
  readonly claims: ClaimCodec;
}

export interface ReportEngine {
  readonly engine: Engine;
  readonly reports: ClaimReportCodec;
}

/** Holds them for one server: each takes half a second to compile, when it is first asked for. */
export class ClaimEngines {
  readonly #made = new Map<string, Promise<unknown>>();

  of(type: ClaimType): Promise<ClaimEngine> {
    return this.#once(type, () => makeClaims(type));
  }

  /** Reads claims of a type as their receiver does, and writes TA1, 999 and 277CA. */
  answering(type: ClaimType): Promise<Engine> {
    return this.#once(`answering ${type}`, () => makeAnswering(type));
  }

  /** Writes our own 277CAs and 999s, and reads what payers answer. */
  reports(): Promise<ReportEngine> {
    return this.#once('reports', makeReports);
  }

  #once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(name);
    // Each name is made in one place.
    if (known !== undefined) return known as Promise<Made>;
    const made = make();
    this.#made.set(name, made);
    // What was not to be had once may be had later.
    made.catch(() => this.#made.delete(name));
    return made;
  }
}

async function makeClaims(type: ClaimType): Promise<ClaimEngine> {
  // With the dictionaries a code that the guide leaves out (I6) and one that there is not (7) are told apart.
  const [guide, dictionaries] = await Promise.all([loadGuide(CLAIM_GUIDES[type]), loadDictionaries()]);
  return { engine: createEngine({ guides: [guide], dictionaries }), claims: claimCodec(type, guide) };
}

async function makeAnswering(type: ClaimType): Promise<Engine> {
  const names = [CLAIM_GUIDES[type], REPORT_GUIDE, ...ACKNOWLEDGMENT_GUIDES];
  const [guides, dictionaries] = await Promise.all([Promise.all(names.map((id) => loadGuide(id))), loadDictionaries()]);
  return createEngine({ guides, dictionaries });
}

async function makeReports(): Promise<ReportEngine> {
  const [guide, ...acknowledgments] = await Promise.all([
    loadGuide(REPORT_GUIDE),
    ...ACKNOWLEDGMENT_GUIDES.map((id) => loadGuide(id)),
  ]);
  return { engine: createEngine({ guides: [guide, ...acknowledgments] }), reports: claimReportCodec(guide) };
}
