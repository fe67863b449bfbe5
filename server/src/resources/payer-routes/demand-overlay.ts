import { applyOverlay, isX12Error, type Overlay } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { invalid, type ProblemDetail } from '../../problems.js';
import type { GivenRoute } from './schemas.js';

/** The guide of what payers are asked, which companion guides of routes narrow. */
export const QUESTION_GUIDE = '270-005010X279A1';

/** That the companion guide of a route narrows the guide of its questions. @throws Problem `invalid` with each problem and its pointer. */
export async function demandOverlay({ overlay }: Pick<GivenRoute, 'overlay'>): Promise<void> {
  if (overlay === undefined) return;
  const base = await loadGuide(QUESTION_GUIDE);
  try {
    // It has the form of an overlay, or that is the first problem.
    applyOverlay(base, overlay as unknown as Overlay);
  } catch (error) {
    if (!isX12Error(error)) throw error;
    throw invalid('The companion guide of the route cannot be used. Correct what errors lists.', {
      code: 'GUIDE_INVALID',
      errors: problemsOf(error),
      cause: error,
    });
  }
}

function problemsOf(error: { readonly message: string; readonly details?: unknown }): readonly ProblemDetail[] {
  const { problems = [] } = (error.details ?? {}) as {
    readonly problems?: readonly { readonly pointer: string; readonly text: string }[];
  };
  if (problems.length === 0) return [{ path: '/overlay', message: error.message }];
  return problems.slice(0, 100).map(({ pointer, text }) => ({ path: `/overlay${pointer}`, message: text }));
}
