import { commandRoutes } from '../../src/operations/commands.js';
import { ROUTES } from '../../src/operations/operations.js';
import type { Enrollment } from '../../src/resources/enrollments/schemas.js';
import { insertPayers } from './eligibility.js';
import { type TestApp, testApp } from './test-app.js';
import { ADMIN_TOKEN } from './test-services.js';

const ENROLLMENT_ROUTES = ROUTES.filter(({ family }) => family === 'enrollments');

/** Below it all operations on enrollments. */
export const E = '/2024-09-01';

export const STATUSES = ['DRAFT', 'SUBMITTED', 'PROVISIONING', 'LIVE', 'REJECTED', 'CANCELED'] as const;
export type Status = (typeof STATUSES)[number];

/** Where the service may move an enrollment: written anew, as what is tested has its own. */
export const MOVES_BY_SERVICE: Readonly<Record<Status, readonly Status[]>> = {
  DRAFT: [],
  SUBMITTED: ['PROVISIONING', 'LIVE', 'REJECTED', 'CANCELED'],
  PROVISIONING: ['LIVE', 'REJECTED', 'CANCELED'],
  LIVE: ['CANCELED'],
  REJECTED: [],
  CANCELED: [],
};

export const CONTACT = {
  ...{ organizationName: 'Lake Clinic', email: 'front@lake.example.com', phone: '(612) 555-0142' },
  ...{ streetAddress1: '12 Shore Road', city: 'Duluth', state: 'MN', zipCode: '55802' },
};
export const NEW_PROVIDER = { name: 'Lake Clinic', npi: '1999999984', taxId: '981234567', taxIdType: 'EIN' };

export interface EnrollmentWorld extends TestApp {
  /** A provider of the first account. */
  readonly providerId: string;
  /** What an enrollment of that provider with a payer that takes all is asked for by. */
  asked(changes?: object): object;
  /** Makes one. @returns what was answered. */
  enroll(changes?: object): Promise<Enrollment>;
  /** Moves one as the operator. */
  move(id: string, status: string, reason?: string): ReturnType<TestApp['call']>;
  /** Runs a command where a server runs. */
  command(name: string, input: object): ReturnType<TestApp['call']>;
}

/** Operations on providers and enrollments, and the operator's. @param options.isLimited to a hundred requests a second. */
export async function enrollmentWorld({ isLimited = false } = {}): Promise<EnrollmentWorld> {
  const app = await testApp(ENROLLMENT_ROUTES, {
    operator: commandRoutes,
  });
  await insertPayers(app.services.store, [
    {
      id: 'LAKES',
      primary: '00042',
      aliases: ['SHARED', 'LK'],
      support: 'ENROLLMENT_REQUIRED',
      takes: ['claimPayment', 'claimStatus'],
    },
    { id: 'HILLS', primary: '77', aliases: ['SHARED'] },
  ]);
  const headers = { authorization: ADMIN_TOKEN };
  // The clock of a test stands: all requests would be of one second.
  const limits = isLimited ? {} : { rate: { enrollments: 100_000 } };
  await app.call('PUT', `/admin/accounts/${app.accountId}/limits`, { headers, payload: limits });
  const made = await app.call('POST', `${E}/providers`, { payload: NEW_PROVIDER });
  if (made.statusCode !== 200) throw new Error(made.body);
  const providerId: string = made.json().id;
  const asked = (changes: object = {}): object => ({
    ...{ payer: { idOrAlias: 'LK' }, provider: { id: providerId }, primaryContact: CONTACT },
    ...{ transactions: { eligibilityCheck: { enroll: true } }, userEmail: 'office@lake.example.com' },
    ...changes,
  });
  return {
    ...app,
    ...{ providerId, asked },
    enroll: async (changes) => {
      const answer = await app.call('POST', `${E}/enrollments`, { payload: asked(changes) });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json();
    },
    move: (id, status, reason) =>
      app.call('POST', `/admin/accounts/${app.accountId}/enrollments/${id}/status`, {
        headers,
        payload: { status, ...(reason === undefined ? {} : { reason }) },
      }),
    command: (name, payload) => app.call('POST', `/admin/commands/${encodeURIComponent(name)}`, { headers, payload }),
  };
}
