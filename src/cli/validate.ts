import type { ValidationResult } from '../engine/engine-options.js';
import type { SnipType } from '../model/finding.js';
import { ACKNOWLEDGE_NOTES, ACKNOWLEDGE_OPTIONS, acknowledge, acknowledgePolicy } from './acknowledge.js';
import { READ_CHARSET_OPTION } from './characters.js';
import { type Command, type CommandInput, MOST_FILES, textOption } from './command.js';
import { openControlNumbers } from './control-numbers.js';
import { type CommandEngine, commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { countText, tellFindings } from './findings-text.js';
import { eachInput, type Input, oneInput, SEVERAL_NOTES, tallyText } from './inputs.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';

/** `ediloom validate`: findings, and nothing else. */
export const validateCommand: Command = {
  name: 'validate',
  arguments: 'FILE...',
  summary: 'Checks X12 and lists what is wrong, where, and what to do',
  files: { min: 1, max: MOST_FILES },
  options: {
    guide: { type: 'string', short: 'g', value: 'ID|PATH', help: 'guide or overlay to check by' },
    ...READING_OPTIONS,
    ...READ_CHARSET_OPTION,
    json: { type: 'boolean', short: 'j', help: 'the result as JSON; of several files a line each' },
    snip: { type: 'string', value: 'N-M', help: 'only findings of these WEDI SNIP types, such as 1-4' },
    limit: { type: 'string', value: 'N', help: 'most findings to keep (default 10000)' },
    quiet: {
      type: 'boolean',
      short: 'q',
      help: 'only files with findings, and of several the sum; with --ack no text',
    },
    ...ACKNOWLEDGE_OPTIONS,
  },
  notes: [
    'Exit code 0: no errors (warnings and notices may be listed), 1: errors, or no set is of the kind of the guide that was asked for,',
    '2: wrong usage, 3: not X12.',
    ...SEVERAL_NOTES,
    ...ACKNOWLEDGE_NOTES,
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const snip = snipTypes(textOption(input, 'snip'));
  const limit = limitOption(textOption(input, 'limit'));
  const policy = acknowledgePolicy(input);
  const controlNumbers = await openControlNumbers(input);
  const limits = limit === undefined ? {} : { limits: { findings: limit } };
  const made = await commandEngine(textOption(input, 'guide'), { ...limits, controlNumbers });
  const { engine, guide } = made;
  if (policy !== undefined) {
    const file = await oneInput(input.files, '--ack answers one file. Call it for each, with an --output for each.');
    const { source, options: reading } = await openReading(input, file);
    return acknowledge(input, engine, { source, options: { ...reading, guide }, policy });
  }
  const tally = await eachInput(input, (one) => validate(input, one, { ...made, snip }));
  const total = tallyText(tally);
  const { json } = input.options;
  if (total !== undefined && json !== true) input.output.line(`${total}.`);
  return tally.code;
}

interface Work extends CommandEngine {
  readonly snip: ReadonlySet<SnipType> | undefined;
}

async function validate(input: CommandInput, one: Input, { engine, ask, describer, snip }: Work): Promise<ExitCode> {
  const { options, output } = input;
  const { source, options: reading } = await openReading(input, one);
  const asked = ask();
  const result = await engine.validate(source, { ...reading, guide: asked.of, onFinding: describer.keep });
  const findings = result.findings.filter((found) => snip === undefined || snip.has(found.snip));
  const valid = snip === undefined ? result.valid : !findings.some((found) => found.severity === 'error');
  const isTold = options.quiet !== true || findings.length > 0;
  if (options.json === true && (isTold || !one.several)) {
    const described = findings.map((found) => describer.described(found));
    const json = { ...(one.several ? { file: one.name } : {}), ...result, valid, findings: described };
    output.line(JSON.stringify(json, undefined, one.several ? undefined : 2));
  } else if (options.json !== true && isTold) {
    if (one.several && findings.length > 0) output.line(output.paint('bold', printable(one.name)));
    tellFindings(findings, output, describer);
    const told = findings.length === 0 ? output.paint('green', 'No findings') : countText(findings);
    const name = one.several ? `${printable(one.name)}: ` : '';
    const isCut = result.findingsTotal > result.findings.length;
    const more = isCut ? ` of ${result.findingsTotal} findings (--limit)` : '';
    output.line(`${name}${told}${more} in ${readText(result)}.`);
  }
  await output.flush();
  return asked.judge(valid ? ExitCode.clean : ExitCode.findings, input);
}

function readText({ interchanges, groups, transactions, segments }: ValidationResult): string {
  const counts: readonly (readonly [number, string])[] = [
    [interchanges, 'interchange'],
    [groups, 'group'],
    [transactions, 'set'],
    [segments, 'segment'],
  ];
  return counts.map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`).join(', ');
}

function snipTypes(text: string | undefined): ReadonlySet<SnipType> | undefined {
  if (text === undefined) return undefined;
  const match = /^([1-7])(?:-([1-7]))?$/.exec(text);
  const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
  if (match === null || from > to) throw new CommandError('--snip takes a type or a range of 1 to 7, such as 1-4.');
  const types: readonly SnipType[] = [1, 2, 3, 4, 5, 6, 7];
  return new Set(types.filter((type) => type >= from && type <= to));
}

function limitOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError('--limit takes a whole number from 1.');
  return Number(text);
}
