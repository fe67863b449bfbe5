import { readFileSync } from 'node:fs';
import { isX12Error, type X12ErrorCode } from '../../../src/model/error.js';
import { pageOf } from '../../../src/model/page-of.js';
import { cell, codeBlock, type MenuItem, plain, writePage } from '../made-pages.js';
import { ERROR_ROWS } from './error-rows.js';

/** Literal keys: what the compiler cannot see of `Object.keys`. */
export const ERROR_CODES = Object.keys(ERROR_ROWS) as X12ErrorCode[];

/** The example of a code: a program of its own, that ends with the error. */
export function errorExample(code: X12ErrorCode): URL {
  return new URL(`../../errors/${pageOf(code).replace('errors/', '')}.ts`, import.meta.url);
}

export async function writeErrorPages(): Promise<readonly MenuItem[]> {
  for (const code of ERROR_CODES) await writeErrorPage(code);
  const rows = ERROR_CODES.map((code) => `| [\`${code}\`](/${pageOf(code)}) | ${cell(ERROR_ROWS[code].means)} |`);
  writePage(
    'errors/index',
    { title: 'Errors', outline: false },
    `${INTRODUCTION}\n\n| code | |\n|---|---|\n${rows.join('\n')}`,
  );
  return [
    { text: 'All errors', link: '/errors/' },
    ...ERROR_CODES.map((code) => ({ text: code, link: `/${pageOf(code)}` })),
  ];
}

const INTRODUCTION = `# Errors

An \`X12Error\` is thrown for what cannot go on. What is merely wrong with data is never thrown: it is a [finding](/findings/).
Know an error by its \`code\`, one of those below; its message says what to do next, \`details\` has the facts for a program.
Neither ever holds a value of the data.

\`\`\`ts
import { isX12Error } from 'ediloom';

try {
  await engine.parse(input);
} catch (error) {
  if (!isX12Error(error)) throw error;
  console.error(error.code, error.message);
}
\`\`\``;

async function writeErrorPage(code: X12ErrorCode): Promise<void> {
  const { means, details, advice } = ERROR_ROWS[code];
  const program = readFileSync(errorExample(code), 'utf8');
  const parts = [
    `# ${code}`,
    plain(means),
    `## What to do`,
    advice.map((line) => `- ${line}`).join('\n'),
    `## An example`,
    codeBlock('ts', program),
    `It ends with:`,
    codeBlock('text', `${code}: ${withoutChance(await messageOf(code))}`),
    `## In details`,
    details,
  ];
  writePage(pageOf(code), { title: code }, parts.join('\n\n'));
}

/** What the example says when it is run, which it is here. */
async function messageOf(code: X12ErrorCode): Promise<string> {
  const thrown: unknown = await import(errorExample(code).href).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isX12Error(thrown) || thrown.code !== code)
    throw new Error(`The example of ${code} does not end with it.`, { cause: thrown });
  return thrown.message;
}

/** Names that the system or a digest makes would make each build another. */
function withoutChance(message: string): string {
  return message.replace(/\/\S*\/(?=delivery-)/, '…/').replace(/(?<=(delivery|interchange)-)[0-9a-f]{32,}/g, '…');
}
