import { randomUUID } from 'node:crypto';
import type { ClaimType } from '../claims/claim-type.js';
import { BEGINNING_OPTIONS, beginning, claimTypeOption } from './claim-beginning.js';
import { claimSets, codecOfType, typeOfRequest } from './claim-sets.js';
import { ruleOfFault, rulesOf, type ToldRule, tellRules } from './claim-text.js';
import { type Command, type CommandInput, type OptionSpec, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { isInterchange, jsonOf, readText } from './input.js';
import { LAYOUT_OPTIONS, ONE_SET_OPTIONS, oneSetOptions, refuseUnread } from './one-set-options.js';
import { newlineOption } from './writing.js';

const NUMBER_OPTIONS = {
  id: { type: 'string', value: 'ID', help: 'BHT03, by which answers name the claim; by default a random one' },
  'claim-number': { type: 'string', value: 'NUMBER', help: 'your own number of the claim (REF D9)' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** `ediloom claim`: claims in JSON, and the 837 they travel in. */
export const claimCommand: Command = {
  name: 'claim',
  arguments: '[FILE]',
  summary: 'Writes an 837 from a claim in JSON; --check says what would be refused, --decode reads X12 to JSON',
  files: { min: 0, max: 1 },
  options: {
    type: {
      type: 'string',
      value: 'TYPE',
      help: 'professional, institutional or dental; by default what the lines are',
    },
    check: { type: 'boolean', help: 'judge FILE, a claim in JSON or an 837, and write nothing' },
    json: { type: 'boolean', short: 'j', help: 'with --check: what was found, as JSON' },
    decode: { type: 'boolean', help: 'FILE is X12: print its claims as JSON' },
    ...BEGINNING_OPTIONS,
    ...ONE_SET_OPTIONS,
    ...NUMBER_OPTIONS,
    ...LAYOUT_OPTIONS,
  },
  notes: [
    'Try: ediloom claim --example dental | ediloom claim --check -',
    'Nothing is written when the claim breaks a rule: each is named by JSON pointer on stderr.',
    'Exit code 0: no errors (warnings may be listed), 1: a rule is broken, 2: wrong usage, 3: neither JSON nor an 837.',
  ],
  async run(input) {
    const begun = beginning(input);
    if (begun !== undefined) return begun;
    if (input.files.length === 0) throw new CommandError('Name a file, or - for standard input: ediloom claim FILE');
    const isCheck = input.options.check === true;
    if (input.options.json === true && !isCheck) throw new CommandError('--json goes with --check.');
    if (isCheck || input.options.decode === true)
      refuseUnread(input, OF_WRITING, 'an 837 that is written: --check and --decode write none.');
    if (input.options.decode !== true) return isCheck ? check(input) : encode(input);
    if (isCheck) throw new CommandError('Give --check or --decode, not both.');
    if (textOption(input, 'type') !== undefined)
      throw new CommandError('--type is for claims in JSON: an 837 says it.');
    return decode(input);
  },
};

/** What only an 837 that is written has. */
const OF_WRITING = Object.keys({ ...ONE_SET_OPTIONS, ...LAYOUT_OPTIONS, ...NUMBER_OPTIONS });

async function encode(input: CommandInput): Promise<ExitCode> {
  const envelope = oneSetOptions(input);
  const newline = newlineOption(input);
  const type = claimTypeOption(input, 'type');
  const [file = '-'] = input.files;
  const text = await readText(file);
  if (isInterchange(text))
    throw new CommandError('The file is X12. --decode prints its claims as JSON, --check judges them.');
  const request = jsonOf(text, file, 'a claim');
  const codec = await codecOfType(type ?? typeOfRequest(request));
  const { usage, ...others } = envelope;
  const { document, ...checked } = codec.encode(request, {
    ...others,
    // A claim may say that it is a test.
    ...(textOption(input, 'usage') === undefined ? {} : { usage }),
    transactionId: numberOption(input, 'id') ?? newNumber(),
    claimNumber: numberOption(input, 'claim-number'),
    makeNumber: () => newNumber().slice(0, MOST_OF_LINE),
  });
  tellRules(rulesOf(checked), input.errors);
  if (document === undefined) return ExitCode.findings;
  const { engine, describer } = await commandEngine(undefined);
  const { bytes, findings } = engine.generate(document, { newline, findings: 'report', onFinding: describer.keep });
  // Of the claim all was judged: what is left comes from the options.
  const wrong = findings.filter(({ severity }) => severity === 'error');
  const faults = wrong.map((found) => ruleOfFault(found, describer));
  tellRules(faults, input.errors);
  if (faults.length > 0) return ExitCode.findings;
  await input.output.bytes(bytes);
  return ExitCode.clean;
}

async function check(input: CommandInput): Promise<ExitCode> {
  const [file = '-'] = input.files;
  const { output } = input;
  const type = claimTypeOption(input, 'type');
  const text = await readText(file);
  const isX12 = isInterchange(text);
  if (isX12 && type !== undefined) throw new CommandError('--type is for claims in JSON: an 837 says it.');
  const rules = isX12 ? await judgeSets(text) : await judgeRequest(jsonOf(text, file, 'a claim'), type);
  if (input.options.json === true) output.line(JSON.stringify(rules, undefined, 2));
  else if (rules.length === 0) output.line(output.paint('green', 'No rule is broken.'));
  else tellRules(rules, output);
  return rules.some(({ severity }) => severity === 'error') ? ExitCode.findings : ExitCode.clean;
}

async function judgeRequest(request: unknown, type: ClaimType | undefined): Promise<readonly ToldRule[]> {
  const codec = await codecOfType(type ?? typeOfRequest(request));
  return rulesOf(codec.check(request, clock()));
}

async function judgeSets(text: string): Promise<readonly ToldRule[]> {
  const { sets, faults, describer } = await claimSets(text);
  const rules = faults.map((found) => ruleOfFault(found, describer));
  for (const { codec, data, controlNumber: set } of sets) {
    for (const [at, { errors, warnings }] of codec.judge(data, clock()).entries())
      rules.push(...rulesOf({ problems: [], errors, warnings }).map((rule) => ({ ...rule, set, claim: at + 1 })));
  }
  return rules;
}

async function decode({ files, output, errors }: CommandInput): Promise<ExitCode> {
  const { sets, faults, describer } = await claimSets(await readText(files[0] ?? '-'));
  const found = sets.flatMap(({ codec, data }) => codec.decode(data).claims.map(({ request }) => request));
  output.line(JSON.stringify(found.length === 1 ? found[0] : found, undefined, 2));
  const rules = faults.map((found) => ruleOfFault(found, describer));
  tellRules(rules, errors);
  return faults.length === 0 ? ExitCode.clean : ExitCode.findings;
}

function clock(): { readonly now: number; readonly timeZone: string } {
  return { now: Date.now(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** What has room for it the guide says; nothing at all would be taken as if it had not been given. */
function numberOption(input: CommandInput, name: keyof typeof NUMBER_OPTIONS): string | undefined {
  const given = textOption(input, name);
  if (given?.trim() === '') throw new CommandError(`--${name} is empty. Leave it out, or give it a value.`);
  return given;
}

/** What payers take as the number of a line. */
const MOST_OF_LINE = 30;

function newNumber(): string {
  return randomUUID().replaceAll('-', '').toUpperCase();
}
