import { describe, expect, it } from 'vitest';
import { isIdle, items, overInTime } from '../../support/batches.js';
import { filesWorld } from '../../support/file-payer.js';
import { until } from '../../support/test-jobs.js';

describe('files of results', () => {
  it('are taken from results in parts, in whatever order the payer answers', async () => {
    const { world, payer } = await filesWorld();
    payer.setsOfPart = 2;
    const id = await world.submit({ items: items(5) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 5 });
    expect(payer.acknowledged).toHaveLength(3);
  });

  it('are looked for once at a look where the payer gives the same part again and again', async () => {
    const { world, payer } = await filesWorld();
    payer.setsOfPart = 1;
    let fetched = 0;
    let looks = 0;
    world.files = async (step) => {
      if (step.step === 'fetch-999') looks++;
      if (step.step === 'fetch-results') fetched++;
      // Whatever is acknowledged.
      return step.step === 'acknowledge-results' ? { kind: 'receipt' } : payer.take(step);
    };
    payer.acknowledge = async () => ({ kind: 'receipt' });
    const id = await world.submit({ items: items(2) });
    await until(async () => {
      if (await isIdle(world)) world.clock.advance(60_000);
      return looks >= 3;
    });
    await until(() => isIdle(world));
    // At each look the part, and the same once more.
    expect(fetched).toBe(2 * looks);
    expect(await world.batch(id)).toMatchObject({ status: 'IN_PROGRESS', successCount: 1 });
  });

  it('have what is no 271 beside their answers rejected by our 999, and acknowledgments passed over', async () => {
    const { world, payer } = await filesWorld();
    world.files = async (step) => {
      const reply = await payer.take(step);
      if (step.step !== 'fetch-results' || reply.kind !== 'answer') return reply;
      const head = 'UPSTREAM*CLEARING*20260115*1200*8*X*005010X212~ST*277*0001*005010X212~';
      const claims = `GS*HN*${head}BHT*0010*08*1*20260115*1200*DG~SE*3*0001~GE*1*8~`;
      const acknowledgment = claims
        .replace('GS*HN', 'GS*FA')
        .replace(/ST\*.*SE\*3/s, 'ST*999*0001~AK1*HS*1~AK9*A*1*1*1~SE*4');
      const text = Buffer.from(reply.x12)
        .toString()
        .replace(/IEA\*1\*/, `${claims}${acknowledgment}IEA*3*`);
      return { kind: 'answer', x12: Buffer.from(text) };
    };
    const id = await world.submit({ items: items(1) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 1 });
    await until(() => payer.acknowledged.length > 0);
    const told = Buffer.concat(payer.acknowledged).toString();
    expect(told).toMatch(/AK1\*HB[^~]*~AK2\*271[^~]*~IK5\*A~AK9\*A\*1\*1\*1~/);
    expect(told).toMatch(/AK1\*HN\*8[^~]*~AK2\*277[^~]*~IK5\*R\*1\*I6~AK9\*R\*1\*1\*0~/);
    expect(told).not.toContain('AK1*FA');
  });

  it('have a part of results rejected by a TA1 that cannot be judged, and the part behind it picked up', async () => {
    const { world, payer } = await filesWorld();
    payer.setsOfPart = 1;
    world.files = async (step) => {
      const reply = await payer.take(step);
      if (step.step !== 'fetch-results' || reply.kind !== 'answer' || payer.acknowledged.length > 0) return reply;
      return {
        kind: 'answer',
        x12: Buffer.from(
          Buffer.from(reply.x12)
            .toString()
            .replace(/ST\*271.*/s, ''),
        ),
      };
    };
    const id = await world.submit({ items: items(2), maxRetryHours: 8 });
    expect(await overInTime(world, id, 600_000)).toMatchObject({ successCount: 1, errorCount: 1 });
    const told = payer.acknowledged.map((x12) => Buffer.from(x12).toString());
    expect(told[0]).toMatch(/~TA1\*000000077\*\d+\*\d+\*R\*\d+~IEA/);
    expect(told[1]).toContain('~AK9*A*1*1*1~');
    expect(payer.steps.filter((step) => step === 'reject-results')).toHaveLength(1);
  });
});
