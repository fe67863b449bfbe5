import Type from 'typebox';
import type { Services } from '../../exchange/services.js';
import type { AnyRoute } from '../../gateway/route.js';
import { duplicateWarnings } from '../../resources/enrollments/duplicates.js';
import { judgeEnrollment } from '../../resources/enrollments/judge-enrollment.js';
import {
  createEnrollment,
  deleteEnrollment,
  type EnrollmentToWrite,
  replaceEnrollment,
} from '../../resources/enrollments/rows.js';
import { Enrollment, EnrollmentId, GivenEnrollment } from '../../resources/enrollments/schemas.js';
import { readEnrollment, showEnrollment } from '../../resources/enrollments/shown.js';
import { lockProvider } from '../../resources/providers/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { route } from '../route.js';
import { indexOfEmail } from './indexes.js';

const COMMON = { family: 'enrollments', keys: 'live', pool: 'enrollments' } as const;
const AUDIT = { objectKind: 'enrollment', objectParam: 'enrollmentId' } as const;
const EnrollmentParams = Type.Object({ enrollmentId: EnrollmentId });

/** Judges what is given by what is there, with its provider locked. */
async function toWrite(
  queries: AccountQueries,
  given: GivenEnrollment,
  emailIndex: string,
): Promise<EnrollmentToWrite> {
  const sound = await judgeEnrollment(queries, given);
  return { ...sound, emailIndex, provider: await lockProvider(queries, given.provider.id) };
}

/** What was made or changed, as it is now, with what to look at. */
async function answered(
  services: Services,
  queries: AccountQueries,
  id: string,
  made: EnrollmentToWrite,
): Promise<Enrollment> {
  const shown = showEnrollment(services, await readEnrollment(queries, id));
  const warnings = await duplicateWarnings(queries, id, made);
  return warnings.length === 0 ? shown : { ...shown, warnings };
}

const createEnrollmentRoute = route({
  ...COMMON,
  operation: 'CreateEnrollment',
  method: 'POST',
  path: '/enrollments',
  summary: 'Create an enrollment of a provider with a payer',
  description:
    'A `DRAFT` is yours to change; `SUBMITTED` hands it to the service, which moves it from then on. A second one that is open for the same payer, provider and transaction is made with a warning.',
  schemas: { body: GivenEnrollment, response: { 200: Enrollment } },
  audit: { action: 'create', objectKind: 'enrollment' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const emailIndex = await indexOfEmail(services, caller.accountId, body.userEmail);
    return call.commit(async (queries) => {
      const made = await toWrite(queries, body, emailIndex);
      const id = await createEnrollment(services, queries, made);
      return { body: await answered(services, queries, id, made), objectId: id };
    });
  },
});

const getEnrollmentRoute = route({
  ...COMMON,
  operation: 'GetEnrollment',
  method: 'GET',
  path: '/enrollments/:enrollmentId',
  summary: 'Get an enrollment',
  audit: { action: 'read', ...AUDIT },
  schemas: { params: EnrollmentParams, response: { 200: Enrollment } },
  handle: async (call) => ({
    body: showEnrollment(
      call.services,
      await call.read((queries) => readEnrollment(queries, call.params.enrollmentId)),
    ),
  }),
});

const updateEnrollmentRoute = route({
  ...COMMON,
  operation: 'UpdateEnrollment',
  method: 'POST',
  path: '/enrollments/:enrollmentId',
  summary: 'Replace an enrollment that is a draft, or submit it',
  description: 'All of it is given anew: what is left out is removed. Without `status` it stays a draft.',
  audit: { action: 'update', ...AUDIT },
  schemas: { params: EnrollmentParams, body: GivenEnrollment, response: { 200: Enrollment } },
  handle: async (call) => {
    const { services, caller, body, params } = call;
    const emailIndex = await indexOfEmail(services, caller.accountId, body.userEmail);
    return call.commit(async (queries) => {
      const made = await toWrite(queries, body, emailIndex);
      await replaceEnrollment(services, queries, params.enrollmentId, made);
      return { body: await answered(services, queries, params.enrollmentId, made) };
    });
  },
});

const deleteEnrollmentRoute = route({
  ...COMMON,
  operation: 'DeleteEnrollment',
  method: 'DELETE',
  path: '/enrollments/:enrollmentId',
  summary: 'Delete an enrollment that is a draft',
  description: 'Deleted again it is no error. One that was submitted the operator of the server cancels.',
  audit: { action: 'delete', ...AUDIT },
  schemas: {
    params: EnrollmentParams,
    response: { 200: Type.Object({}, { description: 'It is deleted, or was not there.' }) },
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteEnrollment(queries, call.params.enrollmentId);
      return { body: {} };
    }),
});

/** Enrollments of providers with payers. */
export const enrollmentRoutes: readonly AnyRoute[] = [
  createEnrollmentRoute,
  getEnrollmentRoute,
  updateEnrollmentRoute,
  deleteEnrollmentRoute,
];
