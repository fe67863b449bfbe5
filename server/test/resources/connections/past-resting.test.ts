import { payloadOf, transportError, transportReasonOf } from 'ediloom/transports';
import { describe, expect, it } from 'vitest';
import type { OutboundTransport } from '../../../src/resources/connections/kinds/kind.js';
import { IDLE_SESSION, pastResting } from '../../../src/resources/connections/kinds/remote-ftp/past-resting.js';

const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(1));

/** A partner whose sessions all rest in another process for as long as they do there, and what was asked of it at which time. */
function partner(reasons: readonly Parameters<typeof transportError>[0][]) {
  const seen = { now: 0, asked: [] as number[] };
  const left = [...reasons];
  const transport: OutboundTransport = {
    kind: 'test',
    check: async () => ({ kind: 'test', ok: true, steps: [], facts: {} }),
    close: async () => {},
    deliver: async ({ id, name }) => {
      seen.asked.push(seen.now);
      const reason = left.shift();
      if (reason !== undefined) throw transportError(reason);
      return { id, name, size: 1, sha256: '', already: false, evidence: {} };
    },
  };
  const wait = async (ms: number): Promise<void> => {
    seen.now += ms;
  };
  return { seen, transport: pastResting(transport, wait) };
}

describe('a partner that takes no further session', () => {
  it('is asked once more, when those that rest elsewhere have ended', async () => {
    const { seen, transport } = partner(['server-busy']);
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: false });
    expect(seen.asked).toEqual([0, expect.any(Number)]);
    expect(seen.asked[1]).toBeGreaterThan(IDLE_SESSION);
  });

  it('and is busy still has refused the attempt', async () => {
    const { seen, transport } = partner(['server-busy', 'server-busy']);
    expect(await transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('server-busy');
    expect(seen.asked).toHaveLength(2);
  });

  it('is told from one that refuses for another reason, and from a delivery that was ended', async () => {
    const { seen, transport } = partner(['authentication-failed', 'server-busy']);
    expect(await transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('authentication-failed');
    expect(await transport.deliver(PAYLOAD, AbortSignal.abort()).catch(transportReasonOf)).toBe('server-busy');
    expect(seen.asked).toHaveLength(2);
  });
});
