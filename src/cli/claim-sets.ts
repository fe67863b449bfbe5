import { createClaimCodec } from '../claims/claim-codec.js';
import type { ClaimCodec } from '../claims/claim-codec-types.js';
import { CLAIM_TYPES, type ClaimType, shapeOf, typeOfLines } from '../claims/claim-type.js';
import { loadGuide } from '../guides/catalogue.js';
import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import type { Describer } from './describer.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';

/** A set of claims in a file. */
export interface ClaimSet {
  readonly codec: ClaimCodec;
  readonly data: JsonObject;
  /** ST02. */
  readonly controlNumber: string;
}

/** What a text in X12 holds. */
export interface ClaimFile {
  readonly sets: readonly ClaimSet[];
  /** What is no 837 as its guide has it: of that, claims may be missing or be read otherwise than they were meant. */
  readonly faults: readonly Finding[];
  /** Knows the guide of each fault. */
  readonly describer: Describer;
}

/** WEDI SNIP types 1 and 2, syntax and guide: what lies beyond is for the rules of claims. */
const OF_GUIDE = 2;

/** The 837s of a text in X12. */
export async function claimSets(text: string): Promise<ClaimFile> {
  if (/^\s*[[{]/.test(text))
    throw new CommandError('The file is JSON. Leave out --decode to write an 837 of it.', ExitCode.notX12);
  const { engine, describer } = await commandEngine(undefined);
  const { interchanges } = await engine.parse(text);
  const { findings } = await engine.validate(text, { onFinding: describer.keep });
  const found: ClaimSet[] = [];
  for (const { guide, data, header } of interchanges.flatMap(({ groups }) =>
    groups.flatMap((one) => one.transactions),
  )) {
    const type = CLAIM_TYPES.find((one) => shapeOf(one).guide === guide);
    if (type !== undefined) found.push({ codec: await codecOfType(type), data, controlNumber: header.controlNumber });
  }
  if (found.length === 0)
    throw new CommandError('There is no 837P, 837I or 837D of release 005010 in the file.', ExitCode.notX12);
  const faults = findings.filter(({ severity, snip }) => severity === 'error' && snip <= OF_GUIDE);
  return { sets: found, faults, describer };
}

export async function codecOfType(type: ClaimType): Promise<ClaimCodec> {
  return createClaimCodec(type, await loadGuide(shapeOf(type).guide));
}

/** The type of a claim in JSON, by what its lines are of. */
export function typeOfRequest(request: unknown): ClaimType {
  if (Array.isArray(request))
    throw new CommandError('The file holds a list. One request is one claim, an object: give each a file of its own.');
  if (typeof request !== 'object' || request === null)
    throw new CommandError('The file holds no object: a claim is one.');
  const type = typeOfLines(request);
  if (type !== undefined) return type;
  throw new CommandError(
    'The lines do not say what the claim is. Say it: --type professional, institutional or dental.',
  );
}
