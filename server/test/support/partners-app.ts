import { FAMILIES } from '../../src/families.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import { ROUTES } from '../../src/operations/operations.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { checkOf } from '../../src/schemas/check-shape.js';
import { sharedCustomerCode } from './shared-customer-code.js';
import { openTestStore } from './store-factory.js';
import { type TestApp, testApp } from './test-app.js';
import { resolveForTests } from './test-services.js';

/** Partner management and guides. */
export const PARTNER_ROUTES = ROUTES.filter(({ family }) => family === 'partners' || family === 'guides');

/** Those over a store, with the worker that checks what customers write. */
export async function partnersApp(): Promise<TestApp> {
  const { store: opened, close } = await openTestStore();
  const test = await testApp(PARTNER_ROUTES, {
    store: opened,
    parts: ({ clock, store, heavyTurns, config }) => ({
      customerCode: sharedCustomerCode(clock),
      controlNumbers: createControlNumberTable({ store, clock }),
      guides: createGuideLibrary({ clock, store, heavyTurns }),
      outgoing: createOutgoingGuard({ allowedNetworks: config.allowedNetworks, resolve: resolveForTests }),
    }),
  });
  return {
    ...test,
    call: async (method, url, options) => {
      const answer = await test.call(method, url, options);
      demandDeclared(method, url, answer.statusCode, answer.body);
      return answer;
    },
    close: async () => {
      await test.close();
      await close();
    },
  };
}

/** Every answer that went well is one that its route declares. */
function demandDeclared(method: string, url: string, status: number, body: string): void {
  if (status >= 300) return;
  const path = url.split('?')[0] ?? '';
  const isIt = ({ family, path: own, aliases = [], ...route }: AnyRoute): boolean =>
    route.method === method &&
    [own, ...aliases].some((one) =>
      new RegExp(`^/${FAMILIES[family].version}${one.replace(/:\w+/g, '[^/]+')}$`).test(path),
    );
  const schema = PARTNER_ROUTES.find(isIt)?.schemas.response[status];
  if (schema === undefined) throw new Error(`${method} ${path} does not declare ${status}.`);
  checkOf(schema, { kind: 'body', name: 'body' })(body === '' ? null : JSON.parse(body));
}

/** Of the partners family. */
export const P = '/2022-01-01';

/** A partnership of the profiles `<name>-us` and `<name>-them`; its id. */
export async function makePartnership({ call }: Pick<TestApp, 'call'>, name: string): Promise<string> {
  const both = [
    { profileId: `${name}-us`, profileType: 'local', interchangeQualifier: 'ZZ', interchangeId: `${name}US` },
    { profileId: `${name}-them`, profileType: 'partner', interchangeQualifier: '14', interchangeId: `${name}THEM` },
  ];
  for (const payload of both) {
    const answer = await call('POST', `${P}/x12/profiles`, { payload });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
  const answer = await call('POST', `${P}/x12/partnerships`, {
    payload: {
      localProfileId: `${name}-us`,
      partnerProfileId: `${name}-them`,
      interchangeUsageIndicator: 'T',
      timezone: 'America/New_York',
      timeFormat: 'HHMM',
    },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().partnershipId;
}
