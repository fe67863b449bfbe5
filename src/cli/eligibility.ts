import { randomUUID } from 'node:crypto';
import type { EligibilityRequest } from '../eligibility/request/request.js';
import { createRequestCodec, type EncodeRequestOptions } from '../eligibility/request/request-codec.js';
import type { RequestProblem } from '../eligibility/request/request-problem.js';
import { createResponseCodec } from '../eligibility/response-codec.js';
import type { Document } from '../engine/document.js';
import { loadGuide } from '../guides/catalogue.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { readInput, readJson } from './input.js';
import { LAYOUT_OPTIONS, ONE_SET_OPTIONS, oneSetOptions } from './one-set-options.js';
import { newlineOption } from './writing.js';

const INQUIRY = '270-005010X279A1';
const ANSWER = '271-005010X279A1';

/** `ediloom eligibility`: eligibility in JSON, and the 270 it travels in. */
export const eligibilityCommand: Command = {
  name: 'eligibility',
  arguments: 'FILE',
  summary: 'Writes a 270 from an eligibility request in JSON; with --decode, reads X12 to JSON',
  files: { min: 1, max: 1 },
  options: {
    decode: { type: 'boolean', help: 'FILE is X12: print what its sets ask or answer, as JSON' },
    ...ONE_SET_OPTIONS,
    id: { type: 'string', value: 'ID', help: 'BHT03 where the request has none; by default a random one' },
    trace: { type: 'string', value: 'COMPANY', help: 'ten characters for TRN03: gives the patient a TRN' },
    apart: { type: 'boolean', help: 'one EQ for each service type' },
    ...LAYOUT_OPTIONS,
  },
  notes: ['Nothing is written when the request breaks a rule: each is named by JSON pointer on stderr.'],
  run: (input) => (input.options.decode === true ? decode(input) : encode(input)),
};

async function encode(input: CommandInput): Promise<ExitCode> {
  const options = encodeOptions(input);
  const newline = newlineOption(input);
  const request = await readJson(input.files[0] ?? '-', 'an eligibility request');
  const codec = createRequestCodec(await loadGuide(INQUIRY));
  // encode judges what JSON says.
  const { document, problems, warnings } = codec.encode(request as EligibilityRequest, options);
  for (const problem of warnings) tell(input, 'warning', problem);
  for (const problem of problems) tell(input, 'error', problem);
  if (document === undefined) return ExitCode.findings;
  const { engine } = await commandEngine(undefined);
  input.output.bytes(engine.generate(document, { newline }).bytes);
  return ExitCode.clean;
}

async function decode({ files, output }: CommandInput): Promise<ExitCode> {
  const { engine } = await commandEngine(undefined);
  const document = await engine.parse(readInput(files[0] ?? '-'));
  const sets = document.interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const inquiries = sets.filter(({ guide }) => guide === INQUIRY);
  if (inquiries.length === 0) return decodeAnswers(document, output);
  const codec = createRequestCodec(await loadGuide(INQUIRY));
  const found = inquiries.flatMap(({ data }) => codec.decode(data)).map(({ request }) => request);
  output.line(JSON.stringify(found.length === 1 ? found[0] : found, undefined, 2));
  return ExitCode.clean;
}

// Whatever is no 270 is taken for an answer: a 271, or the 999 or TA1 in its place.
async function decodeAnswers(document: Document, output: CommandInput['output']): Promise<ExitCode> {
  const found = createResponseCodec(await loadGuide(ANSWER)).decode(document);
  if (found.length === 0)
    throw new CommandError('There is no 270, 271, 999 or rejecting TA1 in the file.', ExitCode.notX12);
  output.line(JSON.stringify(found.length === 1 ? found[0] : found, undefined, 2));
  return ExitCode.clean;
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
