import type { ProblemDetail } from '../problems.js';

/** Problems that a terminal shows at most. */
const MAX_LINES = 40;

/** What a terminal shows of a problem: its message, and each thing that is wrong on a line of its own, but for one that the message is of. */
export function problemText({
  message,
  errors,
}: {
  readonly message: string;
  readonly errors: readonly ProblemDetail[];
}): string {
  const [only] = errors;
  if (only === undefined || (errors.length === 1 && message.includes(only.message))) return message;
  const lines = errors.slice(0, MAX_LINES).map(({ path = '', message: text }) => {
    // Most messages begin with the place that they are about.
    return `  ${path === '' || text.startsWith(path) ? '' : `${path}: `}${text}`;
  });
  const rest = errors.length - lines.length;
  return [headOf(message, only), ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n');
}

/** Messages for programs tell the first thing, and how many there are; here all of them stand below. */
function headOf(message: string, { message: first }: ProblemDetail): string {
  const count = message.startsWith(first)
    ? / (There are \d+(?: or more)? problems); see errors\.$/.exec(message)
    : null;
  return count === null ? message : `${count[1]}:`;
}
