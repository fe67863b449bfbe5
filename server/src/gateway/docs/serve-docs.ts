import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform.js';
import { ApiError } from '../api-error.js';
import type { OpenApi } from './openapi.js';
import { PAGE_CONFIG, PAGE_SCRIPT, PAGE_STYLE } from './page.js';

/**
 * What the page may load: its own files, and styles of its own making. Over plain HTTP too, so nothing is said of HTTPS: browsers that
 * were told to upgrade would find nothing there.
 */
const CONTENT_SECURITY = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
};

/** Steps up in a path, in any spelling, and what no file of ours has in its name: nothing lies there. */
const NO_FILE = /(?:^|[/\\])\.\.(?:[/\\]|$)|[\\\0]|%(?:2e|2f|5c|00|25)/i;

/** A document, and the page that shows it. */
export interface DocsPage {
  readonly path: '/docs' | '/docs/admin';
  readonly document: OpenApi;
  /** Stands above the operations: Markdown, by the address of the server, which is known once it listens. */
  readonly introduction: (publicUrl: string) => string;
}

/** Serves each document as a page at its path, and as it is below it (`/json`, `/yaml`); without a key, as they say nothing of an account. */
export async function serveDocs(
  app: FastifyInstance,
  platform: Pick<Platform, 'publicUrl'>,
  pages: readonly DocsPage[],
): Promise<void> {
  // The library shows one document in a scope.
  for (const page of pages) await app.register(async (scope) => servePage(scope, platform, page));
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  app.get('/favicon.ico', async (_request, reply) => reply.redirect('/docs/static/favicon-32x32.png'));
}

async function servePage(
  scope: FastifyInstance,
  platform: Pick<Platform, 'publicUrl'>,
  { path, document, introduction }: DocsPage,
): Promise<void> {
  // The plugin's own types of the document know less of JSON Schema than OpenAPI 3.1 does.
  await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
  refuseSteps(scope);
  keepDocuments(scope, [`${path}/json`, `${path}/yaml`], platform);
  answerHead(scope, path);
  await scope.register(swaggerUi, {
    routePrefix: path,
    staticCSP: CONTENT_SECURITY,
    uiConfig: PAGE_CONFIG,
    theme: {
      title: document.info.title,
      css: [{ filename: 'page.css', content: PAGE_STYLE }],
      js: [{ filename: 'page.js', content: PAGE_SCRIPT }],
    },
    transformSpecificationClone: false,
    transformSpecification: () => {
      const description = introduction(platform.publicUrl);
      return { ...document, info: { ...document.info, description } } as never;
    },
  });
}

function refuseSteps(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ raw }) => {
    // As it was sent, for what comes of it is the file system's to say.
    if (NO_FILE.test(raw.url?.split('?')[0] ?? '')) {
      throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'There is no such file in the documentation. It begins at /docs.');
    }
  });
}

interface KeptDocument {
  readonly publicUrl: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * A document is written once for the address of the server, and all answers share its bytes: whoever asks for it needs no key, and may ask a
 * thousand times at once without reading what comes.
 */
function keepDocuments(scope: FastifyInstance, urls: readonly string[], platform: Pick<Platform, 'publicUrl'>): void {
  const kept = new Map<string, KeptDocument>();
  scope.addHook('onRequest', async ({ routeOptions: { url = '' } }, reply) => {
    const { publicUrl } = platform;
    const document = kept.get(url);
    if (document?.publicUrl === publicUrl) return reply.type(document.type).send(document.bytes);
  });
  scope.addHook('onSend', async ({ routeOptions: { url = '' } }, reply, payload) => {
    if (!urls.includes(url) || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const bytes = Buffer.from(payload);
    kept.set(url, { publicUrl: platform.publicUrl, type: String(reply.getHeader('content-type')), bytes });
    return bytes;
  });
}

function answerHead(scope: FastifyInstance, path: string): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return;
    // The page is one route at two addresses, of which the hook is shown one.
    const urls = route.url === path ? [path, `${path}/`] : [route.url];
    for (const url of urls) scope.route({ ...route, url, method: 'HEAD' });
  });
}
