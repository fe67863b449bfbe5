import { describeFinding } from 'ediloom';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { EligibilityEngines } from './eligibility-engine.js';
import { againstCompanionGuide } from './refusals.js';
import type { WrittenQuestion } from './write-question.js';

/** That a question keeps to the companion guide of its route. @throws Problem `invalid` with each place where it does not. */
export async function demandNarrowed(
  engines: EligibilityEngines,
  { overlay }: ServingRoute,
  { x12 }: WrittenQuestion,
): Promise<void> {
  if (overlay === undefined) return;
  const { engine, guide } = await engines.narrowed(overlay);
  const { interchanges } = await engine.parse(x12);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const errors = sets.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw againstCompanionGuide(errors.map((found) => describeFinding(found, { guide })));
}
