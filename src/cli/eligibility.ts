import { randomUUID } from 'node:crypto';
import type { EligibilityRequest } from '../eligibility/request/request.js';
import { createRequestCodec, type EncodeRequestOptions } from '../eligibility/request/request-codec.js';
import type { RequestProblem } from '../eligibility/request/request-problem.js';
import { createResponseCodec } from '../eligibility/response-codec.js';
import type { Document } from '../engine/document.js';
import { loadGuide } from '../guides/catalogue.js';
import { ruleOfFault, tellRules } from './claim-text.js';
import { type Command, type CommandInput, type OptionSpec, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { isInterchange, jsonOf, readText, readWhole } from './input.js';
import { LAYOUT_OPTIONS, ONE_SET_OPTIONS, oneSetOptions, refuseUnread } from './one-set-options.js';
import { newlineOption } from './writing.js';

const INQUIRY = '270-005010X279A1';
const ANSWER = '271-005010X279A1';

const REQUEST_OPTIONS = {
  id: { type: 'string', value: 'ID', help: 'BHT03 where the request has none; by default a random one' },
  trace: { type: 'string', value: 'COMPANY', help: 'ten characters for TRN03: gives the patient a TRN' },
  apart: { type: 'boolean', help: 'one EQ for each service type' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** `ediloom eligibility`: eligibility in JSON, and the 270 it travels in. */
export const eligibilityCommand: Command = {
  name: 'eligibility',
  arguments: 'FILE',
  summary: 'Writes a 270 from an eligibility request in JSON; with --decode, reads X12 to JSON',
  files: { min: 1, max: 1 },
  options: {
    decode: { type: 'boolean', help: 'FILE is X12: print what its sets ask or answer, as JSON' },
    ...ONE_SET_OPTIONS,
    ...REQUEST_OPTIONS,
    ...LAYOUT_OPTIONS,
  },
  notes: [
    'Nothing is written when the request breaks a rule: each is named by JSON pointer on stderr.',
    'Exit code 0: no errors (warnings may be listed), 1: a rule is broken, or the X12 has errors, 2: wrong usage, 3: neither JSON nor',
    'what --decode reads: a 270, its 271, or the 999, 997 or TA1 in its place.',
  ],
  run: async (input) => {
    if (input.options.decode !== true) return encode(input);
    refuseUnread(input, OF_WRITING, 'a 270 that is written: --decode writes none.');
    return decode(input);
  },
};

/** What only a 270 that is written has. */
const OF_WRITING = Object.keys({ ...ONE_SET_OPTIONS, ...REQUEST_OPTIONS, ...LAYOUT_OPTIONS });

async function encode(input: CommandInput): Promise<ExitCode> {
  const options = encodeOptions(input);
  const newline = newlineOption(input);
  const [file = '-'] = input.files;
  const text = await readText(file);
  if (isInterchange(text))
    throw new CommandError('The file is X12. --decode prints what its sets ask or answer, as JSON.');
  const request = jsonOf(text, file, 'an eligibility request');
  const codec = createRequestCodec(await loadGuide(INQUIRY));
  // encode judges what JSON says.
  const { document, problems, warnings } = codec.encode(request as EligibilityRequest, options);
  for (const problem of warnings) tell(input, 'warning', problem);
  for (const problem of problems) tell(input, 'error', problem);
  if (document === undefined) return ExitCode.findings;
  const { engine } = await commandEngine(undefined);
  await input.output.bytes(engine.generate(document, { newline }).bytes);
  return ExitCode.clean;
}

async function decode({ files, output, errors }: CommandInput): Promise<ExitCode> {
  const bytes = await readWhole(files[0] ?? '-');
  if (/^\s*[[{]/.test(bytes.toString('utf8', 0, MOST_BLANKS)))
    throw new CommandError('The file is JSON. Leave out --decode to write a 270 of it.', ExitCode.notX12);
  const { engine, describer } = await commandEngine(undefined);
  const document = await engine.parse(bytes);
  const found = await decoded(document);
  output.line(JSON.stringify(found.length === 1 ? found[0] : found, undefined, 2));
  // Where the X12 has errors, what is printed may lack something, or be read otherwise than it was meant.
  const { findings } = await engine.validate(bytes, { onFinding: describer.keep });
  const faults = findings.filter(({ severity }) => severity === 'error');
  tellRules(
    faults.map((one) => ruleOfFault(one, describer)),
    errors,
  );
  return faults.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** As far as the first character of JSON is looked for. */
const MOST_BLANKS = 1024;

/** What the 270s ask, or else what is answered: by a 271, or the 999, 997 or TA1 in its place. */
async function decoded(document: Document): Promise<readonly object[]> {
  const sets = document.interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const inquiries = sets.filter(({ guide }) => guide === INQUIRY);
  if (inquiries.length > 0) {
    const codec = createRequestCodec(await loadGuide(INQUIRY));
    return inquiries.flatMap(({ data }) => codec.decode(data)).map(({ request }) => request);
  }
  const isRejected = document.interchanges.some(({ acknowledgments }) =>
    acknowledgments.some(({ acknowledgmentCode }) => acknowledgmentCode === 'R'),
  );
  if (!isRejected && !sets.some(({ guide }) => guide === ANSWER || /^99[79]/.test(guide)))
    throw new CommandError(
      'There is no 270 or 271 of release 005010, and no 999, 997 or rejecting TA1 in the file.',
      ExitCode.notX12,
    );
  return createResponseCodec(await loadGuide(ANSWER)).decode(document);
}

function encodeOptions(input: CommandInput): EncodeRequestOptions {
  const traceOriginator = textOption(input, 'trace');
  if (traceOriginator !== undefined && traceOriginator.length !== 10)
    throw new CommandError('--trace takes ten characters, such as 9000000001.');
  return {
    ...oneSetOptions(input),
    transactionId: textOption(input, 'id') ?? randomUUID().replaceAll('-', '').toUpperCase(),
    serviceTypes: input.options.apart === true ? 'apart' : 'together',
    ...(traceOriginator === undefined ? {} : { traceOriginator }),
  };
}

function tell({ errors }: CommandInput, severity: string, { pointer, text }: RequestProblem): void {
  errors.line(`${severity}: ${pointer || '/'}: ${text}`);
}
