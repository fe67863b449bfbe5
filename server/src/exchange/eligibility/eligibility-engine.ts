import { applyOverlay, createEngine, type Engine, type Guide, type Overlay } from 'ediloom';
import { createRequestCodec, createResponseCodec, type RequestCodec, type ResponseCodec } from 'ediloom/eligibility';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { RecentlyUsed } from '../../recently-used.js';
import { QUESTION_GUIDE } from '../../resources/payer-routes/demand-overlay.js';

/** Companion guides that are compiled at once. */
const MOST_NARROWED = 100;

/** Of what payers answer. */
export const ANSWER_GUIDE = '271-005010X279A1';
/** By them what is handed in is answered: a group of a guide by a 999, any other by the 997 of its release. */
const ACKNOWLEDGMENT_GUIDES = ['999-005010X231A1', '997-004010', '997-005010'] as const;

/** What questions and answers are written and read with. */
export interface EligibilityEngine {
  readonly engine: Engine;
  /** Of questions. */
  readonly question: Guide;
  readonly requests: RequestCodec;
  readonly responses: ResponseCodec;
}

/** What reads questions by the companion guide of a route. */
export interface NarrowedEngine {
  readonly engine: Engine;
  readonly guide: Guide;
}

/** Holds them for one server, whose checks, mock payers and simulator share them: they take a third of a second to compile. */
export class EligibilityEngines {
  #made: Promise<EligibilityEngine> | undefined;
  readonly #narrowed = new RecentlyUsed<string, Promise<NarrowedEngine>>(MOST_NARROWED);

  get(): Promise<EligibilityEngine> {
    this.#made ??= make().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  /** @param overlay JSON text of a companion guide of {@link QUESTION_GUIDE}. */
  narrowed(overlay: string): Promise<NarrowedEngine> {
    const known = this.#narrowed.get(overlay);
    if (known !== undefined) return known;
    const made = narrow(overlay);
    this.#narrowed.set(overlay, made);
    // As with `get`: what was not to be had once may be had later.
    made.catch(() => this.#narrowed.delete(overlay));
    return made;
  }
}

async function narrow(overlay: string): Promise<NarrowedEngine> {
  const [base, dictionaries] = await Promise.all([loadGuide(QUESTION_GUIDE), loadDictionaries()]);
  // It was one when the route was saved.
  const guide = applyOverlay(base, JSON.parse(overlay) as Overlay);
  return { engine: createEngine({ guides: [guide], dictionaries }), guide };
}

async function make(): Promise<EligibilityEngine> {
  const [question, answer, ...acknowledgments] = await Promise.all(
    [QUESTION_GUIDE, ANSWER_GUIDE, ...ACKNOWLEDGMENT_GUIDES].map((id) => loadGuide(id)),
  );
  // With them a code that the guide leaves out (I6) and one that there is not (7) are told apart.
  const dictionaries = await loadDictionaries();
  if (question === undefined || answer === undefined) throw new Error('A guide is missing.');
  return {
    engine: createEngine({ guides: [question, answer, ...acknowledgments], dictionaries }),
    question,
    requests: createRequestCodec(question),
    responses: createResponseCodec(answer),
  };
}
