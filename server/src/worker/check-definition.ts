import type { Guide, Overlay } from 'ediloom';
import { createLinearPatterns } from '../patterns/linear-patterns.js';
import type { CheckedGuide, CodeProblem } from './customer-code.js';

/** What the engine finds wrong with a guide, or with an overlay of a base guide; both are JSON text. */
export async function checkDefinition(definition: string, base: string | undefined): Promise<CheckedGuide> {
  // Loaded with the first guide: workers that only evaluate do without.
  const [{ applyOverlay, checkGuide, isX12Error }, { compileGuide }] = await Promise.all([
    import('ediloom'),
    import('ediloom/compile'),
  ]);
  const given: unknown = JSON.parse(definition);
  const matcher = createLinearPatterns({ build: 'at once' }).matcherFor('');
  try {
    if (base === undefined) {
      const problems = checkGuide(given, { matcher });
      if (problems.length > 0) return { problems };
      compileGuide(given as Guide, { matcher }); // checked on the line before
      return { problems: [] };
    }
    // The base is one that is in use; the engine checks the overlay's form itself.
    const guide = applyOverlay(JSON.parse(base) as Guide, given as Overlay, { matcher });
    compileGuide(guide, { matcher });
    return { problems: [], guide };
  } catch (error) {
    if (!isX12Error(error)) throw error;
    return { problems: problemsOf(error.details?.problems) ?? [{ pointer: '', text: error.message }] };
  }
}

function problemsOf(problems: unknown): readonly CodeProblem[] | undefined {
  // The engine's own list, where it gives one.
  return Array.isArray(problems) && problems.length > 0 ? (problems as readonly CodeProblem[]) : undefined;
}
