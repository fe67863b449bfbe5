import { decodeInterchangeAcknowledgment } from '../acknowledgment/interchange-result.js';
import type { AcknowledgmentPolicy } from '../acknowledgment/policy.js';
import type { ReceivedInterchange } from '../acknowledgment/received.js';
import type { AcknowledgedInterchange } from '../engine/acknowledge.js';
import type { DocumentInput } from '../engine/document.js';
import type { Engine } from '../engine/engine.js';
import type { ReadOptions } from '../engine/engine-options.js';
import { findingWords } from '../model/finding-words.js';
import type { Newline } from '../model/option-rules.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CONTROL_NUMBER_OPTIONS, numberingOptions, tellNumbers } from './control-numbers.js';
import { CommandError, ExitCode } from './exit.js';
import { printable } from './printable.js';
import { groupText, verdictText } from './verdict-text.js';
import { deliver, newlineOption, refuseExisting, WRITING_OPTIONS } from './writing.js';

/** What `validate --ack` knows: all but the first only with it. */
export const ACKNOWLEDGE_OPTIONS = {
  ack: {
    type: 'string',
    short: 'a',
    value: 'auto|999|997|ta1',
    help: 'write the acknowledgment of the file, as X12, instead of the findings',
  },
  'bad-values': { type: 'boolean', help: 'with --ack: copy bad values (IK404); they may be patient data' },
  warnings: { type: 'boolean', help: 'with --ack: report warnings too: accepted with errors' },
  ...WRITING_OPTIONS,
  ...CONTROL_NUMBER_OPTIONS,
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const ACKNOWLEDGE_NOTES: readonly string[] = [
  'With --ack, stderr has the verdicts, and exit code 1 says that something was not accepted as it is.',
  '  auto   999 for groups of a HIPAA guide, else 997; a TA1 where ISA14 asks for one or the interchange is rejected',
  '  999    that for each group, 997 likewise; TA1 as with auto',
  '  ta1    a TA1 always, and nothing else',
  'Without --control-numbers, ISA13 and GS06 of the answer count from 1 each time, which partners take for duplicates.',
];

const POLICIES: Readonly<Record<string, AcknowledgmentPolicy>> = {
  auto: {},
  999: { functional: '999' },
  997: { functional: '997' },
  ta1: { ta1: 'always', functional: 'none' },
};

/** The policy that `--ack` and its companions name; undefined without `--ack`. */
export function acknowledgePolicy(input: Pick<CommandInput, 'options'>): AcknowledgmentPolicy | undefined {
  const { ack, ...others } = ACKNOWLEDGE_OPTIONS;
  const kind = textOption(input, 'ack');
  if (kind === undefined) {
    const alone = Object.keys(others).find((name) => input.options[name] !== undefined);
    if (alone !== undefined) throw new CommandError(`--${alone} needs --ack.`);
    return undefined;
  }
  const odd = ['json', 'snip', 'limit'].find((name) => input.options[name] !== undefined);
  if (odd !== undefined) throw new CommandError(`--${odd} is for findings, and --ack writes an acknowledgment.`);
  const policy = Object.hasOwn(POLICIES, kind) ? POLICIES[kind] : undefined;
  if (policy === undefined) throw new CommandError('--ack takes auto, 999, 997 or ta1.');
  const { 'bad-values': badValues, warnings } = input.options;
  return { ...policy, badValues: badValues === true, warnings: warnings === true ? 'report' : 'silent' };
}

/** Writes the answers to a file's interchanges, one document of all of them. */
export async function acknowledge(
  input: CommandInput,
  engine: Engine,
  {
    source,
    options,
    policy,
  }: { source: AsyncIterable<Uint8Array>; options: ReadOptions; policy: AcknowledgmentPolicy },
): Promise<ExitCode> {
  const newline = newlineOption(input) ?? (input.output.terminal ? '\n' : undefined);
  await refuseExisting(input);
  const received: ReceivedInterchange[] = [];
  const check = (one: ReceivedInterchange): readonly [] => {
    received.push(one);
    return [];
  };
  const acknowledged = await engine.acknowledge(source, { ...options, ...policy, check });
  const told = acknowledged.map((one, at) => new Told(one, received[at]));
  if (input.options.quiet !== true) tell(input, told);
  const document: DocumentInput = { interchanges: acknowledged.flatMap(({ reply }) => reply ?? []) };
  if (document.interchanges.length > 0) await write(input, engine, document, newline);
  return told.every(({ accepted }) => accepted) ? ExitCode.clean : ExitCode.findings;
}

async function write(input: CommandInput, engine: Engine, document: DocumentInput, newline: Newline | undefined) {
  let result = engine.generate(document, { newline });
  if (textOption(input, 'control-numbers') !== undefined) {
    const own = await engine.number(document, numberingOptions(input));
    if (input.options.quiet !== true) tellNumbers(input, document, own);
    result = engine.generate(own, { newline });
  }
  await deliver(input, result.bytes);
}

function tell({ errors, files }: CommandInput, told: readonly Told[]): void {
  for (const one of told) for (const line of one.lines(errors.paint)) errors.line(line);
  if (told.every(({ accepted }) => accepted)) return;
  const name = files[0] === '-' ? 'FILE' : (files[0] ?? 'FILE');
  errors.line(errors.paint('dim', printable(`For what is wrong: ediloom validate ${name}`)));
}

/** One interchange, its verdict and what becomes of it, in words. */
class Told {
  readonly #acknowledged: AcknowledgedInterchange;
  /** Groups of acknowledgments: not answered, yet not without errors either. */
  readonly #answers: ReceivedInterchange['groups'];
  readonly #received: ReceivedInterchange | undefined;

  constructor(acknowledged: AcknowledgedInterchange, received: ReceivedInterchange | undefined) {
    this.#acknowledged = acknowledged;
    this.#received = received;
    this.#answers = (received?.groups ?? []).filter(({ header }) => header?.functionalIdentifierCode === 'FA');
  }

  get accepted(): boolean {
    const { verdict, groups } = this.#acknowledged;
    const all = verdict.acknowledgmentCode === 'A' && groups.every((group) => group.verdict === 'A');
    return all && !this.#answers.some(isWrong);
  }

  *lines(paint: Parameters<typeof groupText>[1]): Generator<string> {
    const { header, verdict, groups, reply } = this.#acknowledged;
    const code = decodeInterchangeAcknowledgment(verdict).verdict;
    const why = code === 'A' ? '' : ` (${whyText(this.#acknowledged)})`;
    const answer = reply === undefined ? this.#whyNone() : `answered by ${this.#answerText()}`;
    yield `${printable(`Interchange ${header.controlNumber}`)}: ${verdictText(code, paint)}${why}; ${answer}`;
    for (const group of groups) yield `  ${groupText(group, paint)}`;
    for (const group of this.#answers) {
      const what = isWrong(group) ? 'has errors, but ' : '';
      yield `  ${printable(`Group FA ${group.header?.controlNumber ?? ''}`)}: ${what}acknowledgments are never acknowledged`;
    }
  }

  #answerText(): string {
    const { reply } = this.#acknowledged;
    const guides = (reply?.groups ?? []).flatMap(({ transactions }) =>
      transactions.map(({ guide }) => guide.slice(0, 3)),
    );
    const ta1 = (reply?.acknowledgments.length ?? 0) > 0 ? ['TA1'] : [];
    return [...new Set([...ta1, ...guides])].join(' and ');
  }

  #whyNone(): string {
    const groups = this.#received?.groups.length ?? 0;
    return `nothing to send: ${groups > 0 ? 'it holds only acknowledgments' : 'a TA1 is never acknowledged'}`;
  }
}

// Several findings share a code; the one that was made says more than the code.
function whyText({ verdict, findings }: AcknowledgedInterchange): string {
  const { code, text } = decodeInterchangeAcknowledgment(verdict);
  const found = findings.find((one) => one.level === 'interchange' && one.code === code && one.severity === 'error');
  return `TA105 ${code}: ${found === undefined ? text : findingWords(found).text}`;
}

function isWrong({ findings, transactions }: ReceivedInterchange['groups'][number]): boolean {
  return [findings, ...transactions.map((set) => set.findings)].flat().some(({ severity }) => severity === 'error');
}
