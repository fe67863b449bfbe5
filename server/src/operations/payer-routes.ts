import Type from 'typebox';
import { type RouteWithFigures, withFigures } from '../exchange/payer-routes/show-figures.js';
import type { Services } from '../exchange/services.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { transactionsOf } from '../resources/payer-routes/columns.js';
import { shownRoute, shownRoutes } from '../resources/payer-routes/list-shown.js';
import { payersOf } from '../resources/payer-routes/rows.js';
import { createRoute, removeRoute, replaceRoute } from '../resources/payer-routes/save-route.js';
import { CONNECTION_TEXT, GivenRoute, RouteSettings } from '../resources/payer-routes/schemas.js';
import { soundRoute } from '../resources/payer-routes/sound-route.js';
import { CreatedAt, instant, Nothing, oneOf, UpdatedAt } from '../schemas/shapes.js';
import { adminRoute } from './route.js';

/*
 * How payers are reached. Routes are the operator's, and all accounts share them. Secrets are given and never shown.
 */

const RouteParams = Type.Object({ routeId: Type.String({ description: 'Id of a route.' }) });
const { name, kind, enabled: _enabled, position: _position } = GivenRoute.properties;

const PayerRoute = Type.Object(
  {
    routeId: Type.String({ description: 'Id of the route.' }),
    name,
    kind,
    enabled: Type.Boolean({ description: 'Whether it is asked.' }),
    position: Type.Integer({ description: 'The lowest of several that serve a payer is asked first.' }),
    ...RouteSettings,
    connection: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: `By the kind. ${CONNECTION_TEXT}` }),
    ),
    secretNames: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
    payerCount: Type.Integer({ description: 'How many payers it names.' }),
    inThisProcess: Type.Optional(
      Type.Object(
        {
          breaker: oneOf(['closed', 'half-open', 'open'], {
            description: 'Whether it is asked, is tried by one check, or is left alone after failures.',
          }),
          openUntil: Type.Optional(instant('Until when an open breaker has nothing sent.')),
          underWay: Type.Integer({ description: 'Checks that are under way over it.' }),
        },
        {
          description:
            'What it is like in the process that answers, once a check went that way; each process counts for itself.',
        },
      ),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'PayerRoute', description: 'A way to payers.' },
);

const RoutePayers = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        payer: Type.String({ description: 'Platform id.' }),
        id: Type.Optional(Type.String({ description: 'Its id on this route.' })),
        name: Type.Optional(Type.String({ description: 'Its name on this route.' })),
        transactions: Type.Array(Type.String(), { description: 'What the route has for it.' }),
        dependents: Type.Boolean({ description: 'Whether dependents are sent.' }),
      }),
      { description: 'All of them.' },
    ),
  },
  { description: 'Payers that the route names.' },
);

async function shown(services: Services, id: string): Promise<RouteWithFigures> {
  const route = await services.store.read((db) => shownRoute(services, db, id));
  return withFigures(services.payerExchange, route);
}

const createPayerRouteRoute = adminRoute({
  operation: 'CreatePayerRoute',
  method: 'POST',
  path: '/payer-routes',
  summary: 'Create a route to payers',
  description: 'Every process uses it with the next check.',
  schemas: { body: GivenRoute, response: { 201: PayerRoute } },
  problems: ['conflict'],
  handle: async ({ services, body }) => {
    const sound = await soundRoute(body);
    const id = await services.store.write((tx) => createRoute(services, tx, sound));
    return { status: 201, body: await shown(services, id) };
  },
});

const listPayerRoutesRoute = adminRoute({
  operation: 'ListPayerRoutes',
  method: 'GET',
  path: '/payer-routes',
  summary: 'List routes to payers, in the order in which they are asked',
  schemas: {
    response: {
      200: Type.Object(
        { items: Type.Array(PayerRoute, { description: 'All of them.' }) },
        { description: 'The routes.' },
      ),
    },
  },
  handle: async ({ services }) => {
    const routes = await services.store.read((db) => shownRoutes(services, db));
    return { body: { items: routes.map((route) => withFigures(services.payerExchange, route)) } };
  },
});

const getPayerRouteRoute = adminRoute({
  operation: 'GetPayerRoute',
  method: 'GET',
  path: '/payer-routes/:routeId',
  summary: 'Get a route to payers',
  schemas: { params: RouteParams, response: { 200: PayerRoute } },
  handle: async ({ services, params }) => ({ body: await shown(services, params.routeId) }),
});

const replacePayerRouteRoute = adminRoute({
  operation: 'ReplacePayerRoute',
  method: 'PUT',
  path: '/payer-routes/:routeId',
  summary: 'Replace the settings of a route',
  description:
    'Secrets that are not given stay, and so do its payers where `payers` is left out. What is under way goes to its end.',
  schemas: { params: RouteParams, body: GivenRoute, response: { 200: PayerRoute } },
  problems: ['conflict'],
  handle: async ({ services, params, body }) => {
    const sound = await soundRoute(body);
    await services.store.write((tx) => replaceRoute(services, tx, params.routeId, sound));
    return { body: await shown(services, params.routeId) };
  },
});

const deletePayerRouteRoute = adminRoute({
  operation: 'DeletePayerRoute',
  method: 'DELETE',
  path: '/payer-routes/:routeId',
  summary: 'Delete a route, its payers and its secrets',
  description: 'Checks that are under way over it go to their end.',
  schemas: { params: RouteParams, response: { 204: Nothing } },
  handle: async ({ services, params }) => {
    await services.store.write((tx) => removeRoute(services, tx, params.routeId));
    return { status: 204, body: undefined };
  },
});

const listRoutePayersRoute = adminRoute({
  operation: 'ListRoutePayers',
  method: 'GET',
  path: '/payer-routes/:routeId/payers',
  summary: 'List the payers that a route names',
  schemas: { params: RouteParams, response: { 200: RoutePayers } },
  handle: async ({ services, params }) => {
    const rows = await services.store.read(async (db) => {
      await shownRoute(services, db, params.routeId);
      return payersOf(db, params.routeId);
    });
    return {
      body: {
        items: rows.map((row) => ({
          payer: row.payer_id,
          ...(row.id_on_route === null ? {} : { id: row.id_on_route }),
          ...(row.name_on_route === null ? {} : { name: row.name_on_route }),
          transactions: transactionsOf(row),
          dependents: row.dependents === 1,
        })),
      },
    };
  },
});

const checkPayerRouteRoute = adminRoute({
  operation: 'CheckPayerRoute',
  method: 'POST',
  path: '/payer-routes/:routeId/check',
  summary: 'Try the connection of a route, without a check',
  schemas: {
    params: RouteParams,
    response: {
      200: Type.Object(
        {
          ok: Type.Boolean({ description: 'Whether it could be asked.' }),
          text: Type.String({ description: 'What was seen, or what to do.' }),
        },
        { description: 'What came of it.' },
      ),
    },
  },
  handle: async ({ services, params }) => {
    await services.store.read((db) => shownRoute(services, db, params.routeId));
    return { body: await services.payerExchange.check(params.routeId) };
  },
});

export const payerRouteRoutes: readonly AdminRoute[] = [
  createPayerRouteRoute,
  listPayerRoutesRoute,
  getPayerRouteRoute,
  replacePayerRouteRoute,
  deletePayerRouteRoute,
  listRoutePayersRoute,
  checkPayerRouteRoute,
];
