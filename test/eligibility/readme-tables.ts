import { requestLines } from './request-lines.js';
import { responseLines } from './response-lines.js';

/** The README with its tables as they are now; each stands between two marks. */
export function withTables(readme: string): string {
  return replaced(replaced(readme, 'request', requestLines()), 'response', responseLines());
}

function replaced(readme: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} table -->`, `<!-- end of ${name} table -->`];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The README lacks the marks of the ${name} table.`);
  return `${readme.slice(0, from + begin.length)}\n\n${text}\n\n${readme.slice(to)}`;
}
