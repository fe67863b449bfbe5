import { readFileSync } from 'node:fs';
import type { EligibilityRequest } from '../../../src/eligibility/request/request.js';
import {
  createRequestCodec,
  type DecodedRequest,
  type EncodedRequest,
  type EncodeRequestOptions,
} from '../../../src/eligibility/request/request-codec.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import type { Guide } from '../../../src/model/guide.js';

const text = readFileSync(new URL('../../../guides/270-005010X279A1.json', import.meta.url), 'utf8');
export const guide = JSON.parse(text) as Guide; // a guide that ships, and is checked when compiled
export const codec = createRequestCodec(guide);
export const engine = createEngine({ guides: [guide] });

export const OPTIONS: EncodeRequestOptions = {
  sender: { qualifier: 'ZZ', id: 'LAKECLINIC' },
  receiver: { qualifier: 'ZZ', id: 'NORTHHEALTH' },
  transactionId: 'CHECK-1',
  now: Date.UTC(2026, 0, 31, 9, 5),
};

/** The least that can be asked. */
export const LEAST: EligibilityRequest = {
  tradingPartnerServiceId: '00123',
  provider: { organizationName: 'LAKE CLINIC', npi: '1234567893' },
  subscriber: { memberId: 'M0001' },
};

/** The segments of a request from BHT to the last before SE, with the engine's own findings as errors. */
export function segmentsOf(
  request: EligibilityRequest,
  options: Partial<EncodeRequestOptions> = {},
): readonly string[] {
  const { document, problems } = codec.encode(request, { ...OPTIONS, ...options });
  if (document === undefined) throw new Error(`refused: ${JSON.stringify(problems)}`);
  const all = new TextDecoder().decode(engine.generate(document).bytes).split('~');
  return all.slice(
    3,
    all.findIndex((segment) => segment.startsWith('SE*')),
  );
}

export function encode(request: unknown, options: Partial<EncodeRequestOptions> = {}): EncodedRequest {
  return codec.encode(request as EligibilityRequest, { ...OPTIONS, ...options }); // tests of what is refused pass other things
}

/** Through X12 and back. */
export async function throughX12(
  request: EligibilityRequest,
  options: Partial<EncodeRequestOptions> = {},
): Promise<DecodedRequest> {
  const { document, problems } = encode(request, options);
  if (document === undefined) throw new Error(`refused: ${JSON.stringify(problems)}`);
  const { bytes } = engine.generate(document);
  const read = await engine.parse(bytes);
  const data = read.interchanges[0]?.groups[0]?.transactions[0]?.data ?? {};
  const [decoded, ...others] = codec.decode(data);
  if (decoded === undefined || others.length > 0) throw new Error('not one request');
  return decoded;
}
