import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

const CONTACT = {
  organizationName: 'Lake Clinic',
  email: 'enrollment@lakeclinic.example.com',
  phone: '612-555-0142',
  streetAddress1: '12 Shore Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
};
const PROVIDER = { name: 'Lake Clinic', npi: '1999999984', taxId: '981234567', taxIdType: 'EIN' };
const PERSON = { name: 'Jordan Rivers', npi: '1888888884', taxId: '900112233', taxIdType: 'SSN' };
const LATER = '2026-01-31T13:54:00.000Z';
const CREATED = '2026-01-31T13:52:00.000Z';
const provider = { providerId: IDS.provider };
const enrollment = { enrollmentId: IDS.enrollment };
const ofAccount = { ...enrollment, accountId: IDS.ownAccount };
const ASKED = {
  payer: { idOrAlias: 'FERN' },
  provider: { id: IDS.provider },
  transactions: { eligibilityCheck: { enroll: true } },
  primaryContact: CONTACT,
  userEmail: 'office@lakeclinic.example.com',
};

const OTHER = { ...ASKED, provider: { id: IDS.otherProvider } };

const FORM = {
  instructions: 'Fill the form in, sign it and send it here.',
  fields: [
    { key: 'ptan', label: 'PTAN', fieldType: 'TEXT' },
    { key: 'form', label: 'Signed form', fieldType: 'DOCUMENT' },
  ],
  links: [{ label: 'The form', url: 'https://fernwold.example.com/edi-enrollment.pdf' }],
};
const SEND = { instructions: 'Send the form to the payer.', fields: [] };

/** What is answered of a draft, but for its id. */
function drafted(at: string, provider: object): object {
  return {
    ...{ status: 'DRAFT', source: 'API' },
    payer: { platformPayerId: 'FERNW', name: 'Fernwold Mutual', submittedPayerIdOrAlias: 'FERN' },
    provider,
    ...{ transactions: ASKED.transactions, primaryContact: CONTACT, userEmail: ASKED.userEmail },
    ...{ createdAt: at, updatedAt: at, statusLastUpdatedAt: at },
    history: [{ type: 'STATUS_CHANGE', changedAt: at, changedBy: 'customer', newStatus: 'DRAFT' }],
    documents: [],
    tasks: [],
  };
}

/** Requests about providers and their enrollments, and their answers. */
export const ENROLLMENT_EXAMPLES: Examples = {
  CreateProvider: [
    {
      summary: 'A clinic',
      body: { ...PROVIDER, contacts: [CONTACT] },
      answer: { id: IDS.provider, ...PROVIDER, contacts: [CONTACT], createdAt: CREATED, updatedAt: CREATED },
    },
    {
      summary: 'A person',
      body: PERSON,
      answer: { id: IDS.otherProvider, ...PERSON, contacts: [], createdAt: LATER, updatedAt: LATER },
    },
  ],
  ListProviders: [{ summary: 'By NPI', query: { providerNpis: '1999999984' } }],
  GetProvider: [{ summary: 'One', params: provider }],
  UpdateProvider: [
    { summary: 'Another name', params: provider, body: { name: 'Lake Clinic of Duluth', contacts: [CONTACT] } },
  ],
  DeleteProvider: [{ summary: 'One', params: { providerId: IDS.otherProvider }, answer: {} }],
  CreateEnrollment: [
    {
      summary: 'A draft, for eligibility checks',
      body: ASKED,
      answer: {
        id: IDS.enrollment,
        ...drafted('2026-01-31T14:02:00.000Z', { id: IDS.provider, ...PROVIDER, name: 'Lake Clinic of Duluth' }),
      },
    },
    {
      summary: 'Of another provider',
      body: OTHER,
      answer: { id: IDS.draftEnrollment, ...drafted('2026-01-31T14:34:00.000Z', { id: IDS.otherProvider, ...PERSON }) },
    },
  ],
  ListEnrollments: [
    {
      summary: 'Those that wait, the longest waiting first',
      query: { status: 'SUBMITTED', sortBy: 'statusLastUpdatedAt:asc' },
    },
  ],
  ExportEnrollmentsCsv: [{ summary: 'Those of one payer', body: { payerIds: ['FERNW'] } }],
  GetEnrollment: [{ summary: 'One', params: enrollment }],
  UpdateEnrollment: [
    {
      summary: 'It is ready to be worked on',
      params: enrollment,
      body: { ...ASKED, status: 'SUBMITTED', requestedEffectiveDate: '20260301' },
    },
  ],
  DeleteEnrollment: [{ summary: 'A draft', params: { enrollmentId: IDS.draftEnrollment }, answer: {} }],
  GetServiceEnrollment: [{ summary: 'One', params: ofAccount }],
  AddEnrollmentNote: [
    { summary: 'What was said', params: ofAccount, body: { text: 'The payer asks for a voided check.' } },
  ],
  ListEnrollmentNotes: [{ summary: 'All', params: ofAccount }],
  MoveEnrollment: [
    {
      summary: 'The payer is asked',
      params: ofAccount,
      body: { status: 'PROVISIONING', reason: 'The payer takes about three weeks.' },
    },
  ],
  AddEnrollmentTask: [
    {
      summary: 'A form that the payer wants signed',
      params: ofAccount,
      body: { definition: { manualTask: FORM } },
      answer: {
        ...{ id: IDS.task, rank: 0, isComplete: false, responsibleParty: 'PROVIDER' },
        definition: { manualTask: FORM },
      },
    },
    {
      summary: 'What the platform does then',
      params: ofAccount,
      body: { rank: 1, responsibleParty: 'PLATFORM', definition: { manualTask: SEND } },
      answer: {
        ...{ id: IDS.ownTask, rank: 1, isComplete: false, responsibleParty: 'PLATFORM' },
        definition: { manualTask: SEND },
      },
    },
  ],
  CreateEnrollmentDocumentUpload: [
    {
      summary: 'The signed form',
      params: enrollment,
      body: { name: 'signed-form.pdf', taskId: IDS.task },
      answer: {
        documentId: IDS.document,
        enrollmentId: IDS.enrollment,
        uploadUrl: 'https://edi.example.com/links/WyIwMUtHOVk4…',
      },
    },
  ],
  DeleteEnrollmentDocument: [{ summary: 'One', params: { documentId: IDS.document }, answer: {} }],
  UpdateTaskPost: [
    {
      summary: 'The number that is asked for; the form follows later',
      params: { taskId: IDS.task },
      body: { responseData: { manualTask: { values: [{ key: 'ptan', value: { text: 'A12345' } }] } } },
    },
  ],
  DeleteEnrollmentTask: [{ summary: 'One', params: { ...ofAccount, taskId: IDS.task } }],
  CompleteEnrollmentTask: [{ summary: 'One', params: { ...ofAccount, taskId: IDS.ownTask } }],
};
