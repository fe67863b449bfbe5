import type { Guide, Overlay } from 'ediloom';
import { createLinearPatterns } from '../patterns/linear-patterns.js';
import type { CodeProblem } from './customer-code.js';

/** What the engine finds wrong with a guide, or with an overlay of a base guide; both are JSON text. */
export async function checkDefinition(definition: string, base: string | undefined): Promise<readonly CodeProblem[]> {
  // Loaded with the first guide: workers that only evaluate do without.
  const { applyOverlay, checkGuide, compileGuide, isX12Error } = await import('ediloom');
  const given: unknown = JSON.parse(definition);
  const matcher = createLinearPatterns({ build: 'at once' }).matcherFor('');
  try {
    if (base === undefined) {
      const problems = checkGuide(given, { matcher });
      if (problems.length > 0) return problems;
      compileGuide(given as Guide, { matcher }); // checked on the line before
    } else {
      // The base is one that is in use; the engine checks the overlay's form itself.
      compileGuide(applyOverlay(JSON.parse(base) as Guide, given as Overlay, { matcher }), { matcher });
    }
    return [];
  } catch (error) {
    if (!isX12Error(error)) throw error;
    return problemsOf(error.details?.problems) ?? [{ pointer: '', text: error.message }];
  }
}

function problemsOf(problems: unknown): readonly CodeProblem[] | undefined {
  // The engine's own list, where it gives one.
  return Array.isArray(problems) && problems.length > 0 ? (problems as readonly CodeProblem[]) : undefined;
}
