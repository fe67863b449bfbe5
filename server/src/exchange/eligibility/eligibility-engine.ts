import { createEngine, type Engine } from 'ediloom';
import { type RequestCodec, type ResponseCodec, requestCodec, responseCodec } from 'ediloom/eligibility';
import { loadGuide } from 'ediloom/guides';

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

  get(): Promise<EligibilityEngine> {
    this.#made ??= make().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }
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
