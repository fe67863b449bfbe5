import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';

const PUBLIC = { address: '198.41.0.4', family: 4 } as const;

describe('names that are looked up', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A resolver that never answers for `silent`, and is asked for the rest. */
  function resolver() {
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return host.startsWith('silent') ? new Promise<never>(() => {}) : Promise.resolve([PUBLIC]);
    };
    return { asked, guard: createOutgoingGuard({ allowedNetworks: [], resolve }) };
  }

  it('keep nobody of another account waiting, however many are never answered', async () => {
    const { asked, guard } = resolver();
    const ours = guard.forAccount('ours');
    for (let i = 0; i < 50; i++) ours.check(`silent-${i}`).catch(() => {});
    expect(await guard.forAccount('theirs').check('partner')).toEqual(PUBLIC);
    expect(await guard.forAccount('theirs').forAccount('others').check('partner')).toEqual(PUBLIC);
    expect(asked).toEqual(['silent-0', 'partner', 'partner']);
  });

  it('leave a place for others where those of several accounts are never answered', async () => {
    vi.useFakeTimers();
    // As the resolver of a machine: it gives up in the end.
    const resolve = (host: string) => {
      if (!host.startsWith('silent')) return Promise.resolve([PUBLIC]);
      return new Promise<never>((_, reject) => setTimeout(reject, 30_000, new Error('EAI_AGAIN')));
    };
    const guard = createOutgoingGuard({ allowedNetworks: [], resolve });
    const askForSilent = () => {
      for (const account of ['one', 'two', 'three'])
        guard
          .forAccount(account)
          .check('silent')
          .catch(() => {});
    };
    for (let i = 0; i < 6; i++) {
      askForSilent();
      await vi.advanceTimersByTimeAsync(16_000);
    }
    askForSilent();
    let answer: unknown;
    const theirs = guard.forAccount('theirs').check('partner');
    theirs.then((address) => (answer = address)).catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual(PUBLIC);
    // Those that were slow have turns still, and are as all others once answered.
    await vi.advanceTimersByTimeAsync(60_000);
    const again = ['one', 'two', 'three'].map((account) => guard.forAccount(account).check('partner'));
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(again)).toEqual([PUBLIC, PUBLIC, PUBLIC]);
  });

  it('are given up after a while, as if there were none, and leave their line', async () => {
    vi.useFakeTimers();
    const { asked, guard } = resolver();
    const ours = guard.forAccount('ours');
    const ends = ['silent', 'silent', 'good'].map((host) =>
      expect(ours.check(host)).rejects.toMatchObject({
        syscall: 'getaddrinfo',
        code: 'ETIMEOUT',
      }),
    );
    await vi.advanceTimersByTimeAsync(15_000);
    await Promise.all(ends);
    expect(asked).toEqual(['silent']);
  });

  it('are asked for once where they are equal, and again later', async () => {
    const { asked, guard } = resolver();
    const ours = guard.forAccount('ours');
    await Promise.all([ours.check('one'), ours.check('one'), ours.check('two')]);
    expect(asked).toEqual(['one', 'two']);
    await ours.check('one');
    expect(asked).toEqual(['one', 'two', 'one']);
  });

  it('wait in a line with an end', async () => {
    const { guard } = resolver();
    const ours = guard.forAccount('ours');
    for (let i = 0; i <= 1_000; i++) ours.check(`silent-${i}`).catch(() => {});
    await expect(ours.check('one-more')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });
});
