import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createClaimReportCodec } from '../../src/claims/report/report-codec.js';
import { claimReportSchema } from '../../src/claims/report/report-schema.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { isX12Error } from '../../src/model/error.js';
import type { JsonObject } from '../../src/model/json.js';

// Reads every 277CA in a folder of other people's files. What was read must be the same segments again: those that are not are told, by
// tag alone. The 277 report of it must be as our schema and, where one is named, an OpenAPI file say.
// `npx tsx test/corpus/claim-reports.ts FOLDER [OPENAPI.json]`; exit code 1 when something needs a look.

const [folder = '.', contract] = process.argv.slice(2);
const guide = await loadGuide('277CA-005010X214');
const engine = createEngine({ guides: [guide] });
const codec = createClaimReportCodec(guide);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const checks = [ajv.compile(claimReportSchema)];
if (contract !== undefined) {
  ajv.addSchema(JSON.parse(await readFile(contract, 'utf8')) as object, 'contract'); // a file for people to name
  checks.push(ajv.compile({ $ref: 'contract#/components/schemas/ConvertReport277ResponseContent' }));
}

const MOMENT = { date: '2026-03-01', time: '0915', controlNumber: 1 };
const DELIMITERS = { element: '*', component: ':', repetition: '^', segment: '~' };

let bad = 0;
for (const file of await readdir(folder, { recursive: true })) {
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  if (bytes === undefined || !/BHT.0085.08/.test(bytes.toString('latin1'))) continue;
  try {
    for (const line of await linesOf(bytes)) console.log(`${file}: ${line}`);
  } catch (error) {
    if (!isX12Error(error)) throw error;
    bad++;
    console.log(`${file}: ${error.code}`);
  }
}
process.exitCode = bad === 0 ? 0 : 1;

async function linesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { interchanges } = await engine.parse(bytes);
  return interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions.map(lineOf)));
}

function lineOf(set: { readonly guide: string; readonly data: unknown }): string {
  // A set of the guide is an object; one that has none is a list in it, which no place of ours is in.
  const data = set.data as JsonObject;
  const tree = codec.decode(data);
  const origin = { transactionId: '00000000-0000-4000-8000-000000000000', senderId: 'SENDER', usageIndicator: 'T' };
  const report = codec.toReport(data, origin);
  if (tree === undefined) {
    bad++;
    return 'not read';
  }
  const isInvalid = checks.some((check) => !check(report));
  if (isInvalid) bad++;
  const lost = lostTags(segmentsOf(set), segmentsOf(codec.encode(tree).transaction));
  const claims = codec.read(data)?.entries.filter(({ kind }) => kind === 'claim').length;
  return [
    `${claims} claims`,
    lost.length === 0 ? 'nothing lost' : `LOST ${lost.join(', ')}`,
    ...(isInvalid ? ['NOT BY THE SCHEMA'] : []),
  ].join(', ');
}

/** Of a set, with delimiters of our own. */
function segmentsOf({ guide, data }: { readonly guide: string; readonly data: unknown }): readonly string[] {
  const ids = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' } as const;
  const groups = [{ header: MOMENT, transactions: [{ guide, data }] }];
  const header = { ...ids, ...MOMENT, usageIndicatorCode: 'T' } as const;
  const document = { interchanges: [{ header, delimiters: DELIMITERS, groups }] };
  const { bytes } = engine.generate(document, { newline: '', findings: 'report' });
  const segments = new TextDecoder().decode(bytes).split('~');
  return segments.filter((segment) => !/^(ISA|GS|ST|SE|GE|IEA)\b|^$/.test(segment));
}

/** Tags of what was there and is not, or no longer in its order. */
function lostTags(before: readonly string[], after: readonly string[]): readonly string[] {
  let at = 0;
  return before.flatMap((segment) => {
    const found = after.indexOf(segment, at);
    if (found >= 0) at = found + 1;
    return found >= 0 ? [] : [segment.slice(0, segment.indexOf('*'))];
  });
}
