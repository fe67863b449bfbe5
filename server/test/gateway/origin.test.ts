import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { route } from '../../src/operations/route.js';
import type { Origin } from '../../src/origins/origin.js';
import { type TestApp, testApp } from '../support/test-app.js';

describe('the origin of a call', () => {
  let test: TestApp | undefined;
  afterEach(() => test?.close());

  const seen = async (headers: Record<string, string | string[]>, trustedProxies: readonly string[], peer: string) => {
    let call: { readonly origin: Origin; readonly address: string } | undefined;
    const one = route({
      operation: 'Origin',
      family: 'core',
      method: 'GET',
      path: '/origin',
      summary: 'Say where it comes from',
      schemas: { response: { 200: Type.Object({}) } },
      handle: async ({ origin, address }) => {
        call = { origin, address };
        return { body: {} };
      },
    });
    test = await testApp([one], { config: { trustedProxies } });
    await test.call('GET', '/2023-08-01/origin', { headers, remoteAddress: peer });
    return call;
  };

  it('has the header as it came, and is no address of a client', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, unknown' };
    expect(await seen(headers, [], '198.51.100.7')).toEqual({
      origin: { peer: '198.51.100.7', isTrustedProxy: false, forwarded: '203.0.113.9, unknown' },
      address: '198.51.100.7',
    });
  });

  it('says whether the peer is a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(await seen(headers, ['198.51.100.0/24'], '198.51.100.7')).toEqual({
      origin: { peer: '198.51.100.7', isTrustedProxy: true, forwarded: '203.0.113.9' },
      address: '203.0.113.9',
    });
  });

  it('has no header where none came', async () => {
    expect((await seen({}, [], '::1'))?.origin).toEqual({ peer: '::1', isTrustedProxy: false, forwarded: undefined });
  });
});
