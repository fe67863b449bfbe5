import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../src/config.js';
import { echoRoutes } from '../support/echo-routes.js';
import { testApp } from '../support/test-app.js';

async function headersOf(config: Partial<Config> = {}, url = '/2023-08-01/things') {
  const test = await testApp(echoRoutes().routes, { config });
  onTestFinished(() => test.close());
  return (await test.call('GET', url)).headers;
}

describe('headers of answers', () => {
  it('keep them out of caches, and say that they are what their type says', async () => {
    for (const url of ['/2023-08-01/things', '/2023-08-01/nothing', '/health', '/links/nothing']) {
      expect(await headersOf({}, url), url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('no-store'),
      });
    }
  });

  it('are those of all answers where the address cannot be read or is too long, too', async () => {
    for (const name of ['%ff', 'x'.repeat(5000)]) {
      const headers = await headersOf({ publicUrl: 'https://edi.example.com' }, `/2023-08-01/things/${name}`);
      expect(headers, name.slice(0, 3)).toMatchObject({
        'x-request-id': expect.stringMatching(/./),
        'x-amzn-requestid': headers['x-request-id'],
        'strict-transport-security': expect.stringContaining('max-age'),
      });
    }
  });

  it('ask for TLS the next time where clients come by it, and only there', async () => {
    const header = 'strict-transport-security';
    expect((await headersOf())[header]).toBeUndefined();
    expect((await headersOf({ publicUrl: 'http://edi.example.com' }))[header]).toBeUndefined();
    expect((await headersOf({ publicUrl: 'https://edi.example.com' }))[header]).toMatch(/^max-age=\d{7,}$/);
  });
});
