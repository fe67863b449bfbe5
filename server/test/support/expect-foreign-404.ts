import { expect } from 'vitest';
import { FAMILIES } from '../../src/families.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import type { TestApp } from './test-app.js';

/** How an operation is tried: what names the first account's objects. */
export interface ForeignSample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: object;
  /** Where the answer is not 404 by the interface: a PUT that makes what is not there. */
  readonly status?: number;
  /** The owner is not asked: the operation would end what other samples need. */
  readonly ownerSkipped?: boolean;
}

/**
 * Tries every operation with another account's ids: each with parameters in its path must answer 404, as for an id that nobody
 * has, and each list must not show them. Then the owner is asked, who must get another answer, so that a sample with wrong ids
 * fails. An operation without a sample fails, so that none is forgotten.
 */
export async function expectForeign404(
  test: TestApp,
  routes: readonly AnyRoute[],
  samples: Readonly<Record<string, ForeignSample>>,
): Promise<void> {
  const stranger = await test.account('Stranger');
  const ids = Object.values(samples).flatMap(({ params }) => Object.values(params ?? {}));
  for (const route of routes) {
    const sample = samples[route.operation];
    const named = route.path.includes(':');
    if (named) expect(sample?.params, `${route.operation} has no sample`).toBeDefined();
    if (!named && route.method !== 'GET') continue;
    const ask = (authorization: string, params: ForeignSample['params']) =>
      test.call(route.method, addressOf(route, params), {
        headers: { authorization },
        ...(sample?.query && { query: sample.query }),
        ...(sample?.payload && { payload: sample.payload }),
      });
    const foreign = await ask(stranger.liveKey, sample?.params);
    for (const id of ids) {
      const shown = named ? 'in the error' : 'in the list';
      expect(foreign.body.includes(`"${id}"`), `${route.operation} shows ${id} ${shown}`).toBe(false);
    }
    if (!named) continue;
    expect(foreign.statusCode, `${route.operation} by a stranger`).toBe(sample?.status ?? 404);
    if (sample?.ownerSkipped) continue;
    const owner = await ask(test.liveKey, sample?.params);
    expect([403, 404], `${route.operation} by its owner`).not.toContain(owner.statusCode);
  }
}

function addressOf(route: AnyRoute, params: ForeignSample['params'] = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `/${FAMILIES[route.family].version}${path}`;
}
