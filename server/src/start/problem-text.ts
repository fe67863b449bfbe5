import type { ProblemDetail } from '../problems.js';

/** Problems that a terminal shows at most. */
const MAX_LINES = 40;

/** What a terminal shows of a problem: its message, and where it is several, each of them on a line of its own. */
export function problemText({
  message,
  errors,
}: {
  readonly message: string;
  readonly errors: readonly ProblemDetail[];
}): string {
  if (errors.length < 2) return message;
  const lines = errors.slice(0, MAX_LINES).map(({ path = '', message: text }) => {
    // Most messages begin with the place that they are about.
    return `  ${path === '' || text.startsWith(path) ? '' : `${path}: `}${text}`;
  });
  const rest = errors.length - lines.length;
  return [message, ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n');
}
