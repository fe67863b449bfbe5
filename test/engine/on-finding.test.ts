import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Finding, type Guide, isX12Error } from '../../src/index.js';
import { createValidator } from '../../src/validate.js';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const guideOf = (id: string): Guide => JSON.parse(read(`guides/${id}.json`)) as Guide; // shipped data
const ORDERS = guideOf('850-004010');
const CLAIMS = guideOf('837P-005010X222A1');
const ORDER = read('fixtures/purchase-order-850/input.edi').trimEnd().replace('PO1*1*12*EA', 'PO1*1*dozen*EA');
const CLAIM = read('fixtures/claim-837p/input.edi').replace('*19800228*F', '*19800228*Q');

describe('onFinding of validate', () => {
  it('is told each finding and the guide of its set, in the order of the result', async () => {
    const told: [Finding, Guide | undefined][] = [];
    const { validate } = createValidator({ guides: [ORDERS, CLAIMS] });
    const { findings } = await validate(ORDER + CLAIM, { onFinding: (found, guide) => told.push([found, guide]) });
    expect(told.map(([found]) => found)).toEqual(findings);
    const guides = told.map(([{ at }, guide]) => [at.interchange, guide?.$id]);
    expect(guides).toContainEqual([1, ORDERS.$id]);
    expect(guides).toContainEqual([2, CLAIMS.$id]);
    expect(guides.every(([interchange, id]) => id === (interchange === 1 ? ORDERS.$id : CLAIMS.$id))).toBe(true);
  });

  it('is told those beyond the limit, and no guide for what is of no set or of one without a guide', async () => {
    const told: [Finding, Guide | undefined][] = [];
    const { validate } = createValidator({ guides: [CLAIMS], limits: { findings: 1 } });
    const damaged = CLAIM.replace(/GE\*\d+/, 'GE*9').replace(/IEA\*\d+/, 'IEA*9');
    const { findingsTotal } = await validate(ORDER + damaged, {
      onFinding: (found, guide) => told.push([found, guide]),
    });
    expect(told).toHaveLength(findingsTotal);
    const levels = new Map(told.map(([{ level, at }, guide]) => [`${level} ${at.interchange}`, guide]));
    expect(levels.get('element 2')).toBe(CLAIMS);
    for (const level of ['group 2', 'interchange 2', 'content 1']) {
      expect(levels.has(level), level).toBe(true);
      expect(levels.get(level), level).toBeUndefined();
    }
  });
});

describe('onFinding of generate', () => {
  const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
  const document = { interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: {} }] }] }] };

  it('is told what is thrown or reported, with the guide', () => {
    const engine = createEngine({ guides: [ORDERS] });
    const told: [Finding, Guide | undefined][] = [];
    const onFinding = (found: Finding, guide?: Guide): void => void told.push([found, guide]);
    const { findings } = engine.generate(document, { findings: 'report', onFinding });
    expect(findings.length).toBeGreaterThan(0);
    expect(told.map(([found]) => found)).toEqual(findings);
    // Beside the data, in the envelope, there is no guide.
    const isInData = ({ at }: Finding): boolean => at.pointer?.includes('/transactions/0/data') === true;
    expect(told.some(([found]) => isInData(found))).toBe(true);
    for (const [found, guide] of told) expect(guide).toBe(isInData(found) ? ORDERS : undefined);
    told.length = 0;
    let thrown: unknown;
    try {
      engine.generate(document, { onFinding });
    } catch (error) {
      thrown = error;
    }
    expect(isX12Error(thrown, 'X12_DATA_INVALID') && thrown.details.findings).toEqual(told.map(([found]) => found));
    expect(isX12Error(thrown) && thrown.page).toBe('errors/x12-data-invalid');
  });
});
