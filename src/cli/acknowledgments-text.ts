import { codeWords } from '../acknowledgment/code-words.js';
import type { FunctionalKind } from '../acknowledgment/functional-acknowledgment.js';
import type { InterchangeResult } from '../acknowledgment/interchange-result.js';
import type { MatchedAcknowledgments, MatchedGroup, SentTransaction } from '../acknowledgment/match-acknowledgments.js';
import type { InterchangeIds, ReceivedAcknowledgments } from '../acknowledgment/received-acknowledgments.js';
import type { Finding } from '../model/finding.js';
import { describePlaceInSet, findingWords } from '../model/finding-words.js';
import type { Describer } from './describer.js';
import type { Painter } from './output.js';
import { printable } from './printable.js';
import { groupText, stateText, verdictText } from './verdict-text.js';

type Lines = Generator<string, void, undefined>;

/** How it is told: in the words of guides, and in colours. */
export interface Words {
  readonly describer: Describer;
  readonly paint: Painter;
}

/** What acknowledgments say, answer by answer. */
export function* receivedLines({ interchanges, groups }: ReceivedAcknowledgments, words: Words): Lines {
  const { paint } = words;
  for (const { interchange, result } of interchanges) {
    const date = /^\d{4}-\d\d-\d\d$/.test(result.date) ? ` of ${result.date} ${result.time}` : '';
    const name = `Interchange ${result.controlNumber}${date}, ${pairText(interchange)}`;
    yield `${printable(name)}: ${verdictText(result.verdict, paint)}`;
    yield* indented(resultLines(result, paint));
  }
  for (const { acknowledgment: group } of groups) {
    yield `${groupText(group, paint)} ${paint('dim', `(${group.kind})`)}`;
    yield* indented(codeLines('group', group.codes, group.kind, paint));
    for (const set of group.transactions) {
      yield `  ${setName(set)}: ${verdictText(set.verdict, paint)}`;
      yield* indented(indented(setLines(set.codes, set.findings, group.kind, words)));
    }
  }
}

/** What became of everything that was sent. */
export function* matchedLines({ interchanges, unmatched }: MatchedAcknowledgments, words: Words): Lines {
  const { paint } = words;
  for (const { sent, state, answers, groups } of interchanges) {
    // Few partners send a TA1; without one the groups say it.
    const said = answers.length === 0 ? paint('dim', 'no TA1') : stateText(state, paint);
    yield `${printable(`Interchange ${sent.header.controlNumber}, ${pairText(sent.header)}`)}: ${said}`;
    for (const { result } of answers) yield* indented(resultLines(result, paint));
    for (const group of groups) yield* indented(groupLines(group, words));
  }
  const { interchanges: ta1s, groups, transactions } = unmatched;
  if (ta1s.length + groups.length + transactions.length === 0) return;
  yield paint('yellow', 'Answers to nothing in what was sent:');
  yield* indented(receivedLines({ interchanges: ta1s, groups }, words));
  for (const { group, transaction } of transactions) {
    const { functionalIdentifierCode, controlNumber } = group.acknowledgment;
    const of = printable(`of group ${functionalIdentifierCode} ${controlNumber}`);
    yield `  ${setName(transaction)} ${of}: ${verdictText(transaction.verdict, paint)}`;
  }
}

function* groupLines({ sent, answers, transactions }: MatchedGroup, words: Words): Lines {
  const { paint } = words;
  const { functionalIdentifierCode = '', controlNumber = '' } = sent.header ?? {};
  const none = answers.length === 0 ? `: ${stateText('awaited', paint)}` : '';
  yield `${printable(`Group ${functionalIdentifierCode} ${controlNumber}`)}${none}`;
  for (const { acknowledgment } of answers)
    yield* indented(codeLines('group', acknowledgment.codes, acknowledgment.kind, paint));
  const kind = answers[0]?.acknowledgment.kind ?? '999';
  for (const { sent: set, state, answers: told, findings } of transactions) {
    yield `  ${setName(set.header)}: ${stateText(state, paint)}`;
    const codes = new Set(told.flatMap((answer) => answer.codes));
    yield* indented(indented(setLines([...codes], findings, kind, words)));
  }
}

function* setLines(
  codes: readonly string[],
  findings: readonly Finding[],
  kind: FunctionalKind,
  { describer, paint }: Words,
): Lines {
  yield* codeLines('transaction', codes, kind, paint);
  for (const found of findings) {
    const { code, text, advice } = describer.describe(found);
    const trigger = found.trigger === undefined ? '' : `; because of ${describePlaceInSet(found.trigger)}`;
    yield coded(kind === '997' ? code.replace(/^IK/, 'AK') : code, text, paint);
    yield paint('dim', printable(`  ${describePlaceInSet(found.at)}${trigger}. ${advice}`));
  }
}

function* resultLines({ code, text, finding }: InterchangeResult, paint: Painter): Lines {
  if (finding === undefined) return;
  yield coded(`TA105 ${code}`, text, paint);
  yield paint('dim', `  ${findingWords(finding).advice}`);
}

function* codeLines(
  level: 'group' | 'transaction',
  codes: readonly string[],
  kind: FunctionalKind,
  paint: Painter,
): Lines {
  const name = level === 'group' ? 'AK905' : kind === '997' ? 'AK502' : 'IK502';
  for (const code of codes) {
    const { text, advice } = codeWords(level, code);
    yield coded(`${name} ${code}`, text, paint);
    // Of errors in segments, each has its own advice.
    if (level === 'group' || (code !== '5' && code !== 'I5')) yield paint('dim', `  ${advice}`);
  }
}

function* indented(lines: Iterable<string>): Lines {
  for (const line of lines) yield `  ${line}`;
}

function coded(code: string, text: string, paint: Painter): string {
  return `${paint('bold', printable(code))}  ${text}`;
}

function setName({ transactionSet, controlNumber }: SentTransaction['header']): string {
  return printable(`Set ${transactionSet} ${controlNumber}`);
}

function pairText({ senderQualifier, senderId, receiverQualifier, receiverId }: InterchangeIds): string {
  return `${senderQualifier}:${senderId} to ${receiverQualifier}:${receiverId}`;
}
