import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import type { DocumentInput } from '../../src/engine/document.js';
import type { Engine } from '../../src/engine/engine.js';
import { applyOverlay } from '../../src/guide/overlay/apply-overlay.js';
import type { Finding } from '../../src/model/finding.js';
import { allGuides, guide } from './guides.js';

const order = guide('850-004010');
const harbor = applyOverlay(order, {
  overlay: 'north-harbor',
  base: '850-004010',
  patch: {
    properties: {
      heading: {
        properties: {
          beginning_segment_for_purchase_order_BEG: {
            properties: { purchase_order_type_code_02: { enum: ['SA', 'RL'] } },
          },
        },
      },
    },
  },
});

function orderWith(type: string, unit: string, id = '850-004010'): DocumentInput {
  const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
  const data = {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: type,
        purchase_order_number_03: 'PO-1001',
        date_05: '2026-01-31',
      },
    },
    detail: {
      baseline_item_data_PO1_loop: [
        { baseline_item_data_PO1: { quantity_ordered_02: 12, unit_or_basis_for_measurement_code_03: unit } },
      ],
    },
  };
  return { interchanges: [{ header, groups: [{ transactions: [{ guide: id, data }] }] }] };
}

function told(findings: readonly Finding[]): string[] {
  return findings.map(({ severity, code, at }) => `${severity} ${code} ${at.segmentId}0${at.element}`);
}

function generated(engine: Engine, document: DocumentInput): string[] {
  return told(engine.generate(document, { findings: 'report' }).findings);
}

describe('a base guide without any dictionary', () => {
  const engine = createEngine({ guides: [order] });

  it('refuses to write codes that the standard does not have', () => {
    expect(generated(engine, orderWith('SA', 'EA'))).toEqual([]);
    expect(generated(engine, orderWith('sa', '??'))).toEqual(['error 7 BEG02', 'error 7 PO103']);
    expect(() => engine.generate(orderWith('sa', 'EA'))).toThrow('1 error');
  });

  it('tells of them when they are read', async () => {
    const { bytes } = engine.generate(orderWith('SA', '??'), { findings: 'report' });
    const { valid, findings } = await engine.validate(bytes);
    expect([valid, told(findings)]).toEqual([false, ['error 7 PO103']]);
  });
});

describe('an overlay of a base guide without any dictionary', () => {
  it('tells what it narrows from what the standard does not have', () => {
    const engine = createEngine({ guides: [harbor] });
    const write = (type: string) => generated(engine, orderWith(type, 'EA', '850-004010+north-harbor'));
    expect([write('RL'), write('KN'), write('sa')]).toEqual([[], ['error I6 BEG02'], ['error 7 BEG02']]);
  });
});

it('no guide that ships names codes that it does not hold', () => {
  for (const one of allGuides()) expect(JSON.stringify(one)).not.toContain('"codeSet":"dictionary"');
});
