import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform.js';
import type { AdminRoute } from '../admin-route.js';
import { ApiError } from '../api-error.js';
import type { DeclaredRoute } from '../declared-route.js';
import { openApiOf } from './openapi.js';

/** Without the bar that asks for another document. */
const UI_CONFIG = { deepLinking: true, layout: 'BaseLayout', tryItOutEnabled: true } as const;

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

/** Serves the documentation at `/docs`, to which `/` leads, and the document at `/docs/json`; both without a key, as they say nothing of an account. */
export async function serveDocs(
  app: FastifyInstance,
  { publicUrl }: Platform,
  routes: readonly DeclaredRoute[],
  admin: readonly AdminRoute[],
): Promise<void> {
  const document = openApiOf(routes, admin, publicUrl);
  // The plugin's own types of the document know less of JSON Schema than OpenAPI 3.1 does.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ raw }) => {
      // As it was sent, for what comes of it is the file system's to say.
      if (NO_FILE.test(raw.url?.split('?')[0] ?? '')) {
        throw new ApiError(
          404,
          'RESOURCE_NOT_FOUND',
          'There is no such file in the documentation. It begins at /docs.',
        );
      }
    });
    scope.addHook('onRoute', (route) => {
      if (route.method !== 'GET') return;
      // The page is one route at two addresses, of which the hook is shown one.
      const urls = route.url === '/docs' ? ['/docs', '/docs/'] : [route.url];
      for (const url of urls) scope.route({ ...route, url, method: 'HEAD' });
    });
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: CONTENT_SECURITY, uiConfig: UI_CONFIG });
  });
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  app.get('/favicon.ico', async (_request, reply) => reply.redirect('/docs/static/favicon-32x32.png'));
}
