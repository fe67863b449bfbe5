import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { normaliseResponse } from '../../src/eligibility/normalise/normalise.js';
import { createRequestCodec } from '../../src/eligibility/request/request-codec.js';
import { createResponseCodec } from '../../src/eligibility/response-codec.js';
import { eligibilityResponseSchema } from '../../src/eligibility/response-schema.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadDictionaries, loadGuide, loadGuides } from '../../src/guides/catalogue.js';
import { isX12Error } from '../../src/model/error.js';
import { inquiriesOf } from './inquiries.js';

// Reads every 270 and 271 in a folder of other people's files. A 270 of one patient must come back from its request
// segment for segment, but for numbers and times. A 271 must give an answer that our schema and, where one is named, an
// OpenAPI file with the schema EligibilityCheckResponseContent accepts, and that comes back from a 271 in normal form.
// `npx tsx test/corpus/eligibility.ts FOLDER [OPENAPI.json]`; exit code 1 when something needs a look.

const [folder = '.', contract] = process.argv.slice(2);
const engine = createEngine({ guides: await loadGuides(), dictionaries: await loadDictionaries() });
const codec = createResponseCodec(await loadGuide('271-005010X279A1'));
const requests270 = createRequestCodec(await loadGuide('270-005010X279A1'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const checks = [ajv.compile(eligibilityResponseSchema)];
if (contract !== undefined) {
  ajv.addSchema(JSON.parse(await readFile(contract, 'utf8')) as object, 'contract'); // a file for people to name
  checks.push(ajv.compile({ $ref: 'contract#/components/schemas/EligibilityCheckResponseContent' }));
}

let bad = 0;
for (const file of await readdir(folder, { recursive: true }))
  for (const line of await linesOf(file)) console.log(line);
process.exitCode = bad === 0 ? 0 : 1;

async function linesOf(file: string): Promise<readonly string[]> {
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  const text = bytes?.toString('latin1') ?? '';
  if (bytes === undefined || !/ST.27[01]/.test(text)) return [];
  try {
    if (!/ST.271/.test(text)) return [await inquiryLine(file, bytes)];
    const answers = codec.decode(await engine.parse(bytes));
    const results = await Promise.all(answers.map(resultOf));
    if (answers.length === 0) bad++;
    return [`${file}: ${answers.length === 0 ? 'no answer' : results.join(', ')}`];
  } catch (error) {
    if (!isX12Error(error)) throw error;
    bad++;
    return [`${file}: ${error.code}`];
  }
}

async function inquiryLine(file: string, bytes: Uint8Array): Promise<string> {
  const { requests, same, compared } = await inquiriesOf(await engine.parse(bytes), engine, requests270);
  if (requests === 0 || same < compared) bad++;
  return `${file}: ${requests} requests, ${same} of ${compared} sets come back segment for segment`;
}

async function resultOf(answer: ReturnType<typeof codec.decode>[number]): Promise<string> {
  const invalid = checks.filter((check) => !check(answer));
  const { document } = codec.encode(answer, {
    created: { date: '20260101', time: '10:00' },
    interchange: { senderId: 'A', receiverId: 'B' },
  });
  const { bytes } = engine.generate(document, { findings: 'report' });
  const back = codec.decode(await engine.parse(bytes)).map(normaliseResponse);
  const same = JSON.stringify(sorted(back)) === JSON.stringify(sorted([normaliseResponse(answer)]));
  if (invalid.length > 0 || !same) bad++;
  const benefits = answer.benefitsInformation?.length ?? 0;
  return `${benefits} benefits, ${answer.errors.length} errors${invalid.length > 0 ? ', NOT BY THE SCHEMA' : ''}${same ? '' : ', DIFFERS WHEN WRITTEN'}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
