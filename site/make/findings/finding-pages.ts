import { pageOf } from '../../../src/model/page-of.js';
import { REASONS, type Reason, type ReasonRow } from '../../../src/model/reasons.js';
import { cell, codeBlock, type MenuItem, plain, writePage } from '../made-pages.js';
import { findingExample, withoutExample } from './finding-example.js';

/** Literal keys: what the compiler cannot see of `Object.keys`. */
export const ALL_REASONS = Object.keys(REASONS) as Reason[];

const LEVELS = {
  interchange: { title: 'Interchanges', element: 'TA105', tells: 'A TA1 carries it in TA105.' },
  group: { title: 'Functional groups', element: 'AK905', tells: 'A 999 or 997 carries it in AK905.' },
  transaction: { title: 'Transaction sets', element: 'IK502', tells: 'A 999 carries it in IK502, a 997 in AK502.' },
  segment: { title: 'Segments', element: 'IK304', tells: 'A 999 carries it in IK304, a 997 in AK304.' },
  element: { title: 'Elements', element: 'IK403', tells: 'A 999 carries it in IK403, a 997 in AK403.' },
  content: {
    title: 'Without a code of the standard',
    element: '',
    tells: 'The standard has no code for it: no acknowledgment carries it.',
  },
} as const satisfies Readonly<Record<ReasonRow['level'], object>>;

const SEVERITIES = {
  error: 'error: what it stands in is rejected',
  warning: 'warning: it is told, and the data are accepted',
  notice: 'notice: something that is good to know',
} as const;

const SNIP = {
  1: 'syntax of the standard',
  2: 'rules of the guide',
  3: 'balancing',
  4: 'situations within a set',
  5: 'external code lists',
  6: 'line of business',
  7: 'agreement with a partner',
} as const;

export async function writeFindingPages(): Promise<readonly MenuItem[]> {
  for (const reason of ALL_REASONS) await writeFindingPage(reason);
  const levels = Object.entries(LEVELS).map(([level, { title }]) => {
    return { level, title, reasons: ALL_REASONS.filter((reason) => REASONS[reason].level === level) };
  });
  const tables = levels.map(
    ({ level, title, reasons }) =>
      `## ${title} {#level-${level}}\n\n| reason | code | |\n|---|---|---|\n${reasons.map(tableRow).join('\n')}`,
  );
  writePage('findings/index', { title: 'Findings' }, [INTRODUCTION, ...tables].join('\n\n'));
  const items = levels.map(({ level, title, reasons }) => {
    return { text: title, link: `/findings/#level-${level}`, collapsed: true, items: reasons.map(menuItem) };
  });
  return [{ text: 'All findings', link: '/findings/' }, ...items];
}

const INTRODUCTION = `# Findings

A finding is what is wrong with data, or worth knowing about them: a value with a \`reason\` of the list below, a severity, the place, and the code
by which the standard's acknowledgments tell it. \`describeFinding\` puts it into words. What cannot go on at all is an [error](/errors/).`;

function menuItem(reason: Reason): MenuItem {
  return { text: reason, link: `/${pageOf(reason)}` };
}

function tableRow(reason: Reason): string {
  const { text, severity } = REASONS[reason];
  return `| [\`${reason}\`](/${pageOf(reason)}) | ${codeOf(reason).replace(' ', '&nbsp;')} | ${cell(text)}${severity === 'error' ? '' : ` (${severity})`} |`;
}

function codeOf(reason: Reason): string {
  const row: ReasonRow = REASONS[reason];
  return row.code === undefined ? '' : `${LEVELS[row.level].element} ${row.code}`;
}

async function writeFindingPage(reason: Reason): Promise<void> {
  const row: ReasonRow = REASONS[reason];
  const { tells } = LEVELS[row.level];
  const code = codeOf(reason);
  const like = ALL_REASONS.filter((other) => other !== reason && code !== '' && codeOf(other) === code);
  const facts = [
    ['Code', code === '' ? tells : `**${code}** · ${tells}`],
    ['Severity', SEVERITIES[row.severity]],
    ['SNIP type', `${row.snip}: ${SNIP[row.snip]}`],
    ...(like.length === 0 ? [] : [['Same code', like.map((other) => `[${other}](/${pageOf(other)})`).join(', ')]]),
  ];
  const parts = [
    `# ${reason}`,
    `${plain(row.text)}.`,
    `| | |\n|---|---|\n${facts.map((pair) => `| ${pair.join(' | ')} |`).join('\n')}`,
    `## What to do`,
    plain(row.advice),
    `## An example`,
    await exampleText(reason),
  ];
  writePage(
    pageOf(reason),
    { title: `${reason}${code === '' ? '' : ` (${code})`}`, outline: false },
    parts.join('\n\n'),
  );
}

async function exampleText(reason: Reason): Promise<string> {
  const example = await findingExample(reason);
  if (example === undefined) return `No single file shows it. ${plain(withoutExample(reason))}`;
  const { shown, lines } = example;
  return `${shown}\n\nThen is said:\n\n${codeBlock('text', lines.join('\n'))}`;
}
