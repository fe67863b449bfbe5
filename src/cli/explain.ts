import type { X12ErrorCode } from '../model/error.js';
import { ERROR_WORDS } from '../model/error-words.js';
import { nameAdvice, nearestName, quotedName } from '../model/nearest-name.js';
import { pageOf } from '../model/page-of.js';
import { REASONS, type Reason } from '../model/reasons.js';
import type { Command, CommandInput } from './command.js';
import { docsPage } from './docs-page.js';
import { CommandError, ExitCode } from './exit.js';
import {
  CODE_ELEMENTS,
  type CodeElement,
  codesOf,
  type ExplainedReason,
  explainCode,
  explainReason,
} from './explained.js';
import { EXIT_CODES } from './fault.js';
import type { Painter } from './output.js';
import { printable } from './printable.js';

/** `ediloom explain`: what a code means. */
export const explainCommand: Command = {
  name: 'explain',
  arguments: 'ELEMENT [CODE] | REASON | X12_CODE',
  summary: 'Says what a code of an acknowledgment, a finding or an error means, and what to do',
  files: { min: 1, max: 2 },
  options: { json: { type: 'boolean', short: 'j', help: 'as JSON' } },
  notes: [
    'ELEMENT is one that carries codes: TA105, AK905, IK502, IK304 and IK403 of a 999, AK502, AK304 and AK403 of a 997; without CODE all of',
    'its codes are listed. REASON is that of a finding (ediloom validate --json), X12_CODE the code of an error.',
    'Try: ediloom explain IK403 7, ediloom explain value-type, ediloom explain X12_DATA_INVALID',
  ],
  run,
};

async function run({ files, options, output }: CommandInput): Promise<ExitCode> {
  const { json, lines } = explained(files);
  if (options.json === true) output.line(JSON.stringify(json, undefined, 2));
  else for (const line of lines(output.paint)) output.line(line);
  return ExitCode.clean;
}

/** What is to be printed, both ways. */
interface Explained {
  readonly json: object;
  readonly lines: (paint: Painter) => Iterable<string>;
}

function explained(words: readonly string[]): Explained {
  const [topic = '', code] = words.join(' ').trim().split(/\s+/);
  const [reason, error] = [topic.toLowerCase(), topic.toUpperCase()];
  const element = CODE_ELEMENTS.get(topic.toUpperCase());
  if (element !== undefined) return code === undefined ? ofElement(element) : ofCode(element, code);
  if (code === undefined && isReason(reason)) return ofReason(explainReason(reason));
  if (code === undefined && isErrorCode(error)) return ofError(error);
  if (error.startsWith('X12_') && !isErrorCode(error))
    throw new CommandError(`There is no error ${quotedName(topic)}.${errorAdvice(error)}`);
  const known = [...CODE_ELEMENTS.keys(), ...Object.keys(REASONS), ...Object.keys(ERROR_WORDS)];
  throw new CommandError(`There is nothing to explain "${quotedName(topic)}" by.${nameAdvice(topic, known)}`);
}

/** All of them where none is near: there are few, and no other list has them together. */
function errorAdvice(given: string): string {
  const codes = Object.keys(ERROR_WORDS);
  const nearest = nearestName(given, codes);
  return nearest === undefined ? ` Codes of errors are: ${codes.join(', ')}.` : ` Did you mean ${nearest}?`;
}

function ofElement(element: CodeElement): Explained {
  const codes = codesOf(element).flatMap((code) => explainCode(element, code) ?? []);
  const { name, what } = element;
  return {
    json: { kind: 'element', element: name, text: what, codes },
    *lines(paint) {
      yield `${paint('bold', name)}  ${what}`;
      for (const { code, text } of codes) yield `  ${paint('bold', code.padStart(3))}  ${text}`;
    },
  };
}

function ofCode(element: CodeElement, given: string): Explained {
  const code = explainCode(element, given);
  if (code === undefined) {
    const codes = codesOf(element).join(', ');
    throw new CommandError(`${element.name} has no code "${quotedName(given)}". It has ${codes}.`);
  }
  return {
    json: { kind: 'code', ...code },
    *lines(paint) {
      yield `${paint('bold', `${code.element} ${code.code}`)}  ${code.text}`;
      yield `  ${code.advice}`;
      yield paint('dim', `  ${code.element} says ${element.what}.`);
      if (code.findings.length === 0) return;
      yield 'We say it for:';
      for (const found of code.findings) yield* reasonLines(found, '  ', paint);
    },
  };
}

function ofReason(found: ExplainedReason): Explained {
  return {
    json: { kind: 'reason', ...found },
    *lines(paint) {
      yield* reasonLines(found, '', paint);
      const code = found.code ?? 'has no code of the standard, so that no acknowledgment tells it';
      yield paint(
        'dim',
        `  ${found.severity}, SNIP type ${found.snip}; ${found.code === undefined ? code : `acknowledged as ${code}`}`,
      );
      yield* pageLines(found.reason, paint);
    },
  };
}

function* reasonLines({ reason, text, advice }: ExplainedReason, indent: string, paint: Painter): Generator<string> {
  yield `${indent}${paint('bold', reason)}  ${text}`;
  yield `${indent}  ${advice}`;
}

function ofError(code: X12ErrorCode): Explained {
  const { text, advice } = ERROR_WORDS[code];
  return {
    json: { kind: 'error', code, text, advice, exitCode: EXIT_CODES[code], page: pageOf(code) },
    *lines(paint) {
      yield `${paint('bold', code)}  ${text}`;
      yield `  ${advice}`;
      yield paint('dim', `  The command ends with exit code ${EXIT_CODES[code]}.`);
      yield* pageLines(code, paint);
    },
  };
}

function* pageLines(name: Reason | X12ErrorCode, paint: Painter): Generator<string> {
  const page = docsPage(name);
  if (page !== undefined) yield paint('dim', printable(`  See ${page}`));
}

function isReason(word: string): word is Reason {
  return Object.hasOwn(REASONS, word);
}

function isErrorCode(word: string): word is X12ErrorCode {
  return Object.hasOwn(ERROR_WORDS, word);
}
