import { APPROVED_MOCKS, type ApprovedMock } from '../../exchange/mock-payers/approved.js';

/** The requests that test keys may send, as a table for who reads the documentation. */
export const MOCK_REQUESTS = [
  'A test key sends these, by any provider and with any `externalPatientId`:',
  '',
  '| tradingPartnerServiceId | subscriber | memberId | dateOfBirth | dependents | serviceTypeCodes | what comes |',
  '|---|---|---|---|---|---|---|',
  ...APPROVED_MOCKS.map((mock) => `| ${cellsOf(mock).join(' | ')} |`),
].join('\n');

function cellsOf({ payer, subscriber, dependent, serviceTypes, procedures, outcome }: ApprovedMock): readonly string[] {
  const { firstName, lastName, memberId, ssn, dateOfBirth = '' } = subscriber;
  return [
    payer,
    [firstName, lastName].filter(Boolean).join(' '),
    memberId ?? (ssn === undefined ? '' : `ssn ${ssn}`),
    dateOfBirth,
    dependent === undefined ? '' : `${dependent.firstName} ${dependent.lastName}, ${dependent.dateOfBirth}`,
    `${serviceTypes.join(' or ')}${procedures === undefined ? '' : ', or a dental procedure'}`,
    outcome.kind === 'aaa' ? `AAA ${outcome.code}` : outcome.kind === 'inactive' ? 'not covered' : 'benefits',
  ];
}
