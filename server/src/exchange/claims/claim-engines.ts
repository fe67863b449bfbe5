import { createEngine, type Dictionary, type Engine, type Guide } from 'ediloom';
import {
  CLAIM_GUIDES,
  CLAIM_TYPES,
  type ClaimCodec,
  type ClaimReportCodec,
  type ClaimType,
  createClaimCodec,
  createClaimReportCodec,
} from 'ediloom/claims';
import { compileInSteps } from 'ediloom/compile';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { HeavyTurns } from '../../heavy-turns.js';

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
  readonly guide: Guide;
  readonly claims: ClaimCodec;
}

export interface ReportEngine {
  readonly engine: Engine;
  readonly reports: ClaimReportCodec;
}

/** No account: what is compiled is there for all of them. */
const NOBODY = '';

/** Holds them for one server. Each takes half a second to compile, in turns with the work of others, when it is first asked for or {@link warmUp} comes to it. */
export class ClaimEngines {
  readonly #turns: HeavyTurns;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(turns = new HeavyTurns()) {
    this.#turns = turns;
  }

  of(type: ClaimType): Promise<ClaimEngine> {
    return this.#once(type, () => this.#claims(type));
  }

  /** Reads claims of a type as their receiver does, and writes TA1, 999 and 277CA. */
  answering(type: ClaimType): Promise<Engine> {
    return this.#once(`answering ${type}`, () => this.#answering(type));
  }

  /** Writes our own 277CAs and 999s, and reads what payers answer. */
  reports(): Promise<ReportEngine> {
    return this.#once('reports', () => this.#reports());
  }

  /** Makes what claims and their answers need, one after another, so that the first claim finds it. @throws what keeps it from being made. */
  async warmUp(signal: AbortSignal): Promise<void> {
    for (const make of [() => this.reports(), ...CLAIM_TYPES.map((type) => () => this.of(type))]) {
      if (signal.aborted) return;
      await make();
    }
  }

  async #claims(type: ClaimType): Promise<ClaimEngine> {
    // With the dictionaries a code that the guide leaves out (I6) and one that there is not (7) are told apart.
    const [guide, dictionaries] = await Promise.all([loadGuide(CLAIM_GUIDES[type]), loadDictionaries()]);
    await this.#compile([guide], dictionaries);
    const claims = await this.#turns.run(NOBODY, () => createClaimCodec(type, guide));
    return { engine: createEngine({ guides: [guide], dictionaries }), guide, claims };
  }

  async #answering(type: ClaimType): Promise<Engine> {
    const names = [CLAIM_GUIDES[type], REPORT_GUIDE, ...ACKNOWLEDGMENT_GUIDES];
    const [guides, dictionaries] = await Promise.all([
      Promise.all(names.map((id) => loadGuide(id))),
      loadDictionaries(),
    ]);
    await this.#compile(guides, dictionaries);
    return createEngine({ guides, dictionaries });
  }

  async #reports(): Promise<ReportEngine> {
    const [guide, ...acknowledgments] = await Promise.all([
      loadGuide(REPORT_GUIDE),
      ...ACKNOWLEDGMENT_GUIDES.map((id) => loadGuide(id)),
    ]);
    const guides = [guide, ...acknowledgments];
    await this.#compile(guides, []);
    const reports = await this.#turns.run(NOBODY, () => createClaimReportCodec(guide));
    return { engine: createEngine({ guides }), reports };
  }

  async #compile(guides: readonly Guide[], dictionaries: readonly Dictionary[]): Promise<void> {
    for (const guide of guides) await this.#turns.runSteps(NOBODY, compileInSteps(guide, { dictionaries }));
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
