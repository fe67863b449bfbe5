import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { documentLink, downloadLink } from '../../links/signed-link.js';
import { invalid, notFound } from '../../problems.js';
import { announceDocument, deleteDocument, findDocument } from '../../resources/enrollment-documents/rows.js';
import { NewDocument } from '../../resources/enrollment-documents/schemas.js';
import { findTask } from '../../resources/enrollment-tasks/rows.js';
import { DocumentId } from '../../resources/enrollment-tasks/schemas.js';
import { lockEnrollment } from '../../resources/enrollments/rows.js';
import { EnrollmentId } from '../../resources/enrollments/schemas.js';
import { route } from '../route.js';

const COMMON = { family: 'enrollments', keys: 'live', pool: 'enrollments' } as const;
const AUDIT = { objectKind: 'enrollment-document', objectParam: 'documentId' } as const;
const DocumentParams = Type.Object({ documentId: DocumentId });

const createUploadRoute = route({
  ...COMMON,
  operation: 'CreateEnrollmentDocumentUpload',
  method: 'POST',
  path: '/enrollments/:enrollmentId/documents',
  summary: 'Get the address to which a document of an enrollment is put',
  description:
    'A PDF that a task asks for, of 10 MB at most, is put to `uploadUrl` by PUT, without a key, within 24 hours, once. It is stored sealed.',
  audit: { action: 'announce', objectKind: 'enrollment-document' },
  schemas: {
    params: Type.Object({ enrollmentId: EnrollmentId }),
    body: NewDocument,
    response: {
      200: Type.Object(
        {
          documentId: DocumentId,
          enrollmentId: EnrollmentId,
          uploadUrl: Type.String({ description: 'Where the PDF is put.' }),
        },
        { title: 'EnrollmentDocumentUpload', description: 'A document to be put.' },
      ),
    },
  },
  handle: (call) =>
    call.commit(async (queries) => {
      const { services, caller, params, body } = call;
      const { enrollmentId } = params;
      if ((await lockEnrollment(queries, enrollmentId)) === undefined) throw notFound('enrollment');
      const task = await findTask(queries, body.taskId);
      if (task.enrollment_id !== enrollmentId) throw notFound('task');
      if (task.completed_at !== null) throw invalid('The task is done, and what was answered stays.');
      const row = await announceDocument(queries, services.clock, { enrollmentId, ...body });
      const uploadUrl = documentLink(services, caller, row.id);
      return { body: { documentId: row.id, enrollmentId, uploadUrl }, objectId: row.id };
    }),
});

const createDownloadRoute = route({
  ...COMMON,
  operation: 'CreateEnrollmentDocumentDownload',
  method: 'GET',
  path: '/documents/:documentId/download',
  summary: 'Get the address of a document of an enrollment',
  description: 'It is read there without a key, for some minutes.',
  audit: { action: 'link', ...AUDIT },
  schemas: {
    params: DocumentParams,
    response: {
      200: Type.Object(
        { documentId: DocumentId, downloadUrl: Type.String({ description: 'Where the PDF is read.' }) },
        { title: 'EnrollmentDocumentDownload', description: 'Where a document is read.' },
      ),
    },
  },
  handle: async (call) => {
    const { id, artifact_id } = await call.read((queries) => findDocument(queries, call.params.documentId));
    if (artifact_id === null) throw invalid('The document was not put so far. Put it to its uploadUrl first.');
    return { body: { documentId: id, downloadUrl: downloadLink(call.services, call.caller, artifact_id) } };
  },
});

const deleteDocumentRoute = route({
  ...COMMON,
  operation: 'DeleteEnrollmentDocument',
  method: 'DELETE',
  path: '/documents/:documentId',
  summary: 'Delete a document of an enrollment',
  description: 'Its bytes go with it. Deleted again it is no error.',
  audit: { action: 'delete', ...AUDIT },
  schemas: {
    params: DocumentParams,
    response: { 200: Type.Object({}, { description: 'It is deleted.' }) },
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteDocument(call.services, queries, call.params.documentId);
      return { body: {} };
    }),
});

/** PDF files that tasks of enrollments ask for. */
export const enrollmentDocumentRoutes: readonly AnyRoute[] = [
  createUploadRoute,
  createDownloadRoute,
  deleteDocumentRoute,
];
