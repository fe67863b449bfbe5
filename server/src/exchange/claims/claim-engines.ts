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
const ACKNOWLEDGMENT_GUIDE = '999-005010X231A1';
/** A group of a guide is answered by a 999, any other by the 997 of its release. */
const ACKNOWLEDGMENT_GUIDES = [ACKNOWLEDGMENT_GUIDE, '997-004010', '997-005010'] as const;

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

/** Holds them for one server: each takes half a second to compile, when the first claim of its type comes. */
export class ClaimEngines {
  readonly #claims = new Map<ClaimType, Promise<ClaimEngine>>();
  readonly #answering = new Map<ClaimType, Promise<Engine>>();
  #reports: Promise<ReportEngine> | undefined;
  #answers: Promise<ReportEngine> | undefined;

  of(type: ClaimType): Promise<ClaimEngine> {
    const known = this.#claims.get(type);
    if (known !== undefined) return known;
    const made = makeClaims(type);
    this.#claims.set(type, made);
    // What was not to be had once may be had later.
    made.catch(() => this.#claims.delete(type));
    return made;
  }

  /** Reads claims of a type as their receiver does, and writes TA1, 999 and 277CA. */
  answering(type: ClaimType): Promise<Engine> {
    const known = this.#answering.get(type);
    if (known !== undefined) return known;
    const made = makeAnswering(type);
    this.#answering.set(type, made);
    made.catch(() => this.#answering.delete(type));
    return made;
  }

  reports(): Promise<ReportEngine> {
    this.#reports ??= makeReports().catch((error: unknown) => {
      this.#reports = undefined;
      throw error;
    });
    return this.#reports;
  }

  /** The same for what payers answer: it reads 999s and 997s, too. */
  answers(): Promise<ReportEngine> {
    this.#answers ??= makeReports(ACKNOWLEDGMENT_GUIDES).catch((error: unknown) => {
      this.#answers = undefined;
      throw error;
    });
    return this.#answers;
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

async function makeReports(others: readonly Parameters<typeof loadGuide>[0][] = []): Promise<ReportEngine> {
  const [guide, ...acknowledgments] = await Promise.all([
    loadGuide(REPORT_GUIDE),
    ...others.map((id) => loadGuide(id)),
  ]);
  return { engine: createEngine({ guides: [guide, ...acknowledgments] }), reports: claimReportCodec(guide) };
}
