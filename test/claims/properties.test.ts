import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { shapeOf } from '../../src/claims/claim-type.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';
import { homeOf } from './places/homes.js';
import { isMapped, leaves, ROWS, requestWith, TYPES } from './property-request.js';
import { sampleOf } from './property-sample.js';

const guides = await loadGuides();

/** `assignedNumber` is counted, not taken; the number of an uploaded file is known to who keeps it. */
const OF_OTHERS = /\.(assignedNumber|attachmentId)$/;

describe.each(['P', 'I', 'D'])('every property of the requests of %s', (claim) => {
  const type = TYPES[claim] ?? 'professional';
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  const codec = createClaimCodec(type, guide);
  const engine = createEngine({ guides: [guide] });
  const mapped = ROWS.filter((row) => row.claim === claim && isMapped(row) && !OF_OTHERS.test(row.property));

  it.each(mapped.map((row) => [row.property, row] as const))('%s', async (_, row) => {
    const request = requestWith(row);
    // It is said in normal form, by itself or by what has replaced it: else nothing below could miss it.
    expect(homeOf(row)).toBeDefined();
    const { transaction, notes } = codec.write(request as JsonObject, {
      ...{ transactionId: 'X1', date: '20260301', time: '0915' },
    });
    expect(notes).toEqual([]);
    const header = {
      ...{ senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' },
      ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber: 1 },
    } as const;
    const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
    const { bytes } = engine.generate({ interchanges: [{ header, groups }] }, { findings: 'report', newline: '\n' });
    // It stands in the segment that the list names.
    const tag = /(?:^|\/)([A-Z][A-Z0-9]{1,2})(?:\[[^\]]*\])*\/(?:NN|\d\d)/.exec(row.path)?.[1];
    const sample = sampleOf(row);
    const segments = new TextDecoder().decode(bytes).split('\n');
    const own = segments.filter((segment) => tag === undefined || segment.startsWith(`${tag}*`));
    if (typeof sample === 'boolean') expect(own).not.toEqual([]);
    else expect(own.join('\n')).toContain(String(sample));
    // And is read back.
    const document = await engine.parse(bytes);
    const data = document.interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
    const found = leaves(normalise(type, codec.decode(data).claims[0]?.request ?? {}));
    const lost = [...leaves(normalise(type, request as JsonObject))].filter(([at, value]) => found.get(at) !== value);
    expect(lost).toEqual([]);
  });
});
