import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform.js';
import type { AdminRoute } from '../admin-route.js';
import type { DeclaredRoute } from '../declared-route.js';
import { openApiOf } from './openapi.js';

/** Without the bar that asks for another document. */
const UI_CONFIG = { deepLinking: true, layout: 'BaseLayout', tryItOutEnabled: true } as const;

/** Serves the documentation at `/docs`, and the document at `/docs/json`; both without a key, as they say nothing of an account. */
export async function serveDocs(
  app: FastifyInstance,
  { publicUrl }: Platform,
  routes: readonly DeclaredRoute[],
  admin: readonly AdminRoute[],
): Promise<void> {
  const document = openApiOf(routes, admin, publicUrl);
  // The plugin's own types of the document know less of JSON Schema than OpenAPI 3.1 does.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: UI_CONFIG });
}
