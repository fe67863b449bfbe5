import { EDITS } from '../../src/claims/edits/judge-claim.js';
import { LOSSES } from '../corpus/claims/losses.js';
import { propertyTable } from './places/property-lines.js';

/** The README with its tables as they are now; each stands between two marks. */
export function withTables(readme: string): string {
  return withLosses(withProperties(withEdits(readme)));
}

export function withProperties(readme: string): string {
  return replaced(readme, 'properties', propertyTable());
}

export function withLosses(readme: string): string {
  return replaced(readme, 'losses', lossList());
}

export function withEdits(readme: string): string {
  return replaced(readme, 'edits', editTable());
}

/** Rules of one id that differ in nothing but their places share a line. */
function lossList(): string {
  const lines = LOSSES.map(({ reason, types }) => {
    const only = types === undefined ? '' : ` (${types.join(', ')})`;
    return `- ${reason.charAt(0).toUpperCase()}${reason.slice(1)}${only}.`;
  });
  return lines.join('\n');
}

function editTable(): string {
  const lines = EDITS.map(({ id, types, status, text, isWarning }) => {
    const letters = types.map((type) => type.charAt(0).toUpperCase()).join(' ');
    return `| ${id} | ${letters} | ${isWarning === true ? 'warning' : status} | ${text} |`;
  });
  return ['| rule | claims | status | text |', '|---|---|---|---|', ...new Set(lines)].join('\n');
}

function replaced(readme: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} table -->`, `<!-- end of ${name} table -->`];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The README lacks the marks of the ${name} table.`);
  return `${readme.slice(0, from + begin.length)}\n\n${text}\n\n${readme.slice(to)}`;
}
