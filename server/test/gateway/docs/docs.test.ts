import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { echoRoutes } from '../../support/echo-routes.js';
import {
  lookUp,
  type OpenApiDocument,
  operationsOf,
  type Response,
  readDocument,
} from '../../support/openapi-document.js';
import { type TestApp, testApp } from '../../support/test-app.js';

describe('the documentation', () => {
  let test: TestApp;
  let document: OpenApiDocument;
  let ofOperator: OpenApiDocument;
  let port: number;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
    document = await readDocument(test.app);
    ofOperator = await readDocument(test.app, '/docs/admin/json');
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
    for (const url of [
      '/docs',
      '/docs/',
      '/docs/json',
      '/docs/static/swagger-ui.css',
      '/docs/admin',
      '/docs/admin/json',
    ]) {
      const head = await test.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body], url).toEqual([200, '']);
    }
  });

  it('is written once: all answers share its bytes, whoever asks', async () => {
    for (const url of ['/docs/json', '/docs/yaml', '/docs/admin/json']) {
      const first = await test.app.inject({ url });
      const again = await test.app.inject({ url });
      expect([again.statusCode, again.headers['content-type']], url).toEqual([200, first.headers['content-type']]);
      expect(again.rawPayload.equals(first.rawPayload), url).toBe(true);
    }
    const written = vi.spyOn(JSON, 'stringify');
    await test.app.inject({ url: '/docs/json' });
    expect(written.mock.calls.filter(([value]) => typeof value === 'object')).toEqual([]);
    written.mockRestore();
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
    '/docs/admin/static/..%2f..%2findex.js',
    '/docs/admin/nothing',
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

  it('has a title, first steps, and a box that finds operations', async () => {
    for (const [url, title] of [
      ['/docs', 'ediloom'],
      ['/docs/admin', 'ediloom for operators'],
    ] as const) {
      const page = await test.app.inject({ url });
      expect(page.body).toContain(`<title>${title}</title>`);
      const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        expect((await test.app.inject({ url: new URL(file, `http://x${url}`).pathname })).statusCode, file).toBe(200);
      }
    }
    expect(document.info.description).toContain('http://127.0.0.1:8480/2023-08-01/x12/partnerships/demo/generate-edi');
    expect(document.info.description).toContain('(/docs/admin)');
    expect(ofOperator.info.description).toContain('http://127.0.0.1:8480/admin/accounts');
  });

  it('is OpenAPI 3.1, with every operation once, and no alias', () => {
    const names = [document, ofOperator].flatMap((one) => {
      expect(one.openapi).toBe('3.1.0');
      expect(one.servers).toEqual([{ url: 'http://127.0.0.1:8480' }]);
      return operationsOf(one).map(({ operation }) => operation.operationId);
    });
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['Commit', 'Answer', 'ReadThing', 'ListThings', 'ExportAudit']));
    expect(Object.keys(document.paths).join()).not.toContain('old-things');
  });

  it('keeps what customers may do and what the operator may do apart, and has no empty heading', () => {
    const isAdmin = (path: string): boolean => path.startsWith('/admin/');
    expect(Object.keys(document.paths).filter(isAdmin)).toEqual([]);
    expect(Object.keys(ofOperator.paths).filter((path) => !isAdmin(path))).toEqual([]);
    for (const one of [document, ofOperator]) {
      const used = operationsOf(one).flatMap(({ operation }) => operation.tags);
      expect(one.tags.map(({ name }) => name)).toEqual([...new Set(used)]);
    }
  });

  it('has parameters, bodies, keys and errors', () => {
    const commit = document.paths['/2023-08-01/things/{id}/commit']?.post;
    expect(commit).toMatchObject({ operationId: 'Commit', tags: ['core'], security: [{ apiKey: ['core:write'] }] });
    expect(commit?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'path id',
      'header Idempotency-Key',
    ]);
    expect(commit?.requestBody).toMatchObject({ required: true });
    expect(commit?.requestBody?.content['application/json']?.schema.properties).toMatchObject({
      count: { type: 'integer', minimum: 0 },
    });
    expect(document.paths['/2022-01-01/things']?.post?.requestBody?.required).toBe(false);
    expect(ofOperator.paths['/admin/accounts']?.get?.security).toEqual([{ adminToken: [] }]);
  });

  it('declares the statuses that an operation can come to', () => {
    const statusesOf = (one: OpenApiDocument, path: string, method: string) =>
      Object.keys(one.paths[path]?.[method]?.responses ?? {}).join(' ');
    expect(statusesOf(document, '/2023-08-01/things/{id}/commit', 'post')).toBe(
      '200 400 403 404 408 409 413 414 415 422 429 500 503',
    );
    expect(statusesOf(document, '/2023-08-01/things', 'get')).toBe('200 400 403 404 429 500 503');
    expect(statusesOf(document, '/2024-09-01/live', 'post')).toBe('200 400 403 404 408 409 413 415 429 500 503');
    expect(statusesOf(ofOperator, '/admin/accounts', 'post')).toBe('201 400 403 404 408 413 415 429 500 503');
  });

  it('declares the headers of answers, and what is not JSON', () => {
    const responses = document.paths['/2023-08-01/things/{id}/commit']?.post?.responses ?? {};
    const headersOf = (status: number): readonly string[] => {
      const response = responses[status] ?? expect.fail(`${status} is not declared`);
      const { headers } = ('$ref' in response ? lookUp(document, response) : response) as Response;
      return Object.keys(headers);
    };
    const always = ['x-request-id', 'x-amzn-requestid'];
    expect(headersOf(200)).toEqual([...always, 'idempotent-replayed']);
    expect(headersOf(400)).toEqual([...always, 'x-amzn-errortype', 'idempotent-replayed']);
    expect(headersOf(404)).toEqual([...always, 'x-amzn-errortype']);
    expect(headersOf(503)).toEqual([...always, 'x-amzn-errortype', 'retry-after']);
    expect(ofOperator.paths['/admin/audit']?.get?.responses[200]).toMatchObject({
      content: { 'application/x-ndjson': {} },
    });
  });

  it('has pages', () => {
    const list = document.paths['/2023-08-01/things']?.get;
    expect(list?.parameters.map(({ name }) => name)).toEqual(['prefix', 'page_token', 'page_size']);
    expect(list?.parameters[2]?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 20, default: 10 });
    expect(JSON.stringify(list?.responses['200'])).toContain('nextPageToken');
  });

  it('has everything it refers to', () => {
    for (const one of [document, ofOperator]) {
      const references = [...JSON.stringify(one).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref);
      expect(references.length).toBeGreaterThan(0);
      for (const $ref of new Set(references)) expect(lookUp(one, { $ref }), $ref).toBeDefined();
    }
  });
});
