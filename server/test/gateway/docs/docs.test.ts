import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';

describe('the documentation', () => {
  let test: TestApp;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as a client reads it.
  let document: any;
  let port: number;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
    document = (await test.app.inject({ url: '/docs/json' })).json();
  });
  afterAll(() => test.close());

  /** Clients tidy a path up before they send it. */
  const rawly = async (method: string, path: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };

  it('has a page, without a key', async () => {
    const page = await test.app.inject({ url: '/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect((await test.app.inject({ url: '/docs' })).statusCode).toBeLessThan(400);
  });

  it('is where its address leads, and answers HEAD as GET', async () => {
    const root = await test.app.inject({ url: '/' });
    expect([root.statusCode, root.headers.location]).toEqual([302, '/docs']);
    const icon = await test.app.inject({ url: '/favicon.ico' });
    const found = await test.app.inject({ url: String(icon.headers.location) });
    expect([found.statusCode, found.headers['content-type']]).toEqual([200, 'image/png']);
    for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css']) {
      const head = await test.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body], url).toEqual([200, '']);
    }
  });

  it('loads from itself alone, over plain HTTP too', async () => {
    const policy = String((await test.app.inject({ url: '/docs' })).headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/upgrade-insecure-requests|https?:|validator/);
  });

  it.each([
    '/docs/static/../../../../etc/passwd',
    '/docs/static/..%2f..%2f..%2fetc/passwd',
    '/docs/static/%2e%2e/%2e%2e/index.js',
    '/docs/static/%2E%2E/index.js',
    '/docs/static/%252e%252e/index.js',
    '/docs/static/..\\..\\index.js',
    '/docs/static/%00',
    '/docs/static/nothing.js',
    '/docs/nothing',
  ])('has no file at %s, and nobody is woken for it', async (url) => {
    const logged: unknown[] = [];
    test.services.log.error = (line: unknown) => void logged.push(line);
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await rawly(method, url);
      expect(answer, `${method} ${url}`).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).not.toContain('stack');
    }
    expect(logged).toEqual([]);
  });

  it('is OpenAPI 3.1, with every operation once, and no alias', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:8480' }]);
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(operations).size).toBe(operations.length);
    expect(operations).toEqual(expect.arrayContaining(['Commit', 'Answer', 'ReadThing', 'ListThings', 'ExportAudit']));
    expect(Object.keys(document.paths).join()).not.toContain('old-things');
  });

  it('has parameters, bodies, keys and errors', () => {
    const commit = document.paths['/2023-08-01/things/{id}/commit'].post;
    expect(commit).toMatchObject({ operationId: 'Commit', tags: ['core'], security: [{ apiKey: ['core:write'] }] });
    expect(commit.parameters.map(({ name, in: place }: { name: string; in: string }) => `${place} ${name}`)).toEqual([
      'path id',
      'header Idempotency-Key',
    ]);
    expect(commit.requestBody).toMatchObject({ required: true });
    expect(commit.requestBody.content['application/json'].schema.properties.count).toEqual({
      type: 'integer',
      minimum: 0,
    });
    expect(Object.keys(commit.responses)).toEqual([
      '200',
      '400',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(document.paths['/2022-01-01/things'].post.requestBody.required).toBe(false);
    expect(document.paths['/admin/accounts'].get.security).toEqual([{ adminToken: [] }]);
  });

  it('has pages', () => {
    const list = document.paths['/2023-08-01/things'].get;
    expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(['prefix', 'page_token', 'page_size']);
    expect(list.parameters[2].schema).toEqual({ type: 'integer', minimum: 1, maximum: 20, default: 10 });
    expect(JSON.stringify(list.responses['200'])).toContain('nextPageToken');
  });

  it('has everything it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const found = reference.split('/').reduce((place, name) => place?.[name], document);
      expect(found, reference).toBeDefined();
    }
  });
});
