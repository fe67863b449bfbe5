import type { AcknowledgedInterchange } from 'ediloom';
import { expect, it } from 'vitest';
import { judgeFile } from '../../src/reading/judge-file.js';
import type { PlannedReading } from '../../src/reading/plan-engine.js';

const EACH = 10_000;

/** An engine that finds as much in each interchange as it keeps of one. */
function engineOf(interchanges: number): PlannedReading {
  const groups = [{ transactions: [{ findings: Array.from({ length: EACH - 1 }, () => ({ severity: 'error' })) }] }];
  const findings = [{ severity: 'error' }, { severity: 'warning' }];
  const acknowledge = async (
    source: AsyncIterable<Uint8Array>,
    { onInterchange }: { onInterchange: (judged: AcknowledgedInterchange) => void },
  ): Promise<void> => {
    for await (const _ of source);
    for (let place = 1; place <= interchanges; place++) {
      onInterchange({ interchange: place, findings, groups } as unknown as AcknowledgedInterchange);
    }
  };
  return { engine: { acknowledge }, options: {}, interchange: () => ({}) } as unknown as PlannedReading;
}

async function judged(interchanges: number): Promise<number> {
  let given = 0;
  const give = async (): Promise<void> => {
    given++;
  };
  await judgeFile(
    (async function* () {
      yield Buffer.from('ISA');
    })(),
    engineOf(interchanges),
    give,
  );
  return given;
}

it('a file that is wrong in very much is refused, however its errors are spread over interchanges', async () => {
  expect(await judged(25)).toBe(25);
  await expect(judged(26)).rejects.toMatchObject({
    code: 'limit',
    message: 'The file has more than 250000 errors. Send it in parts.',
  });
});
