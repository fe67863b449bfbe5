import { applyOverlay, createEngine, type Engine, type Overlay } from 'ediloom';
import { type RequestCodec, type ResponseCodec, requestCodec, responseCodec } from 'ediloom/eligibility';
import { loadGuide } from 'ediloom/guides';
import { RecentlyUsed } from '../../recently-used.js';

/** Companion guides that are compiled at once. */
const MOST_NARROWED = 100;

/** Guides of what is asked and answered in real time. */
export const QUESTION_GUIDE = '270-005010X279A1';
const ANSWER_GUIDES = ['271-005010X279A1', '999-005010X231A1'] as const;

/** What questions are written and answers are read with: made once, when the first check comes. */
export interface EligibilityEngine {
  readonly engine: Engine;
  readonly requests: RequestCodec;
  readonly responses: ResponseCodec;
}

/** Holds them for one server. */
export class EligibilityEngines {
  #made: Promise<EligibilityEngine> | undefined;
  readonly #narrowed = new RecentlyUsed<string, Promise<Engine>>(MOST_NARROWED);

  get(): Promise<EligibilityEngine> {
    this.#made ??= make().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  /** @param overlay JSON text of a companion guide of {@link QUESTION_GUIDE}. */
  narrowed(overlay: string): Promise<Engine> {
    const known = this.#narrowed.get(overlay);
    if (known !== undefined) return known;
    const made = narrow(overlay);
    this.#narrowed.set(overlay, made);
    return made;
  }
}

/** What reads questions by the companion guide of a route. */
async function narrow(overlay: string): Promise<Engine> {
  const base = await loadGuide(QUESTION_GUIDE);
  // It was one when the route was saved.
  return createEngine({ guides: [applyOverlay(base, JSON.parse(overlay) as Overlay)] });
}

async function make(): Promise<EligibilityEngine> {
  const [question, answer, acknowledgment] = await Promise.all([QUESTION_GUIDE, ...ANSWER_GUIDES].map(loadGuide));
  if (question === undefined || answer === undefined || acknowledgment === undefined)
    throw new Error('A guide is missing.');
  return {
    engine: createEngine({ guides: [question, answer, acknowledgment] }),
    requests: requestCodec(question),
    responses: responseCodec(answer),
  };
}
