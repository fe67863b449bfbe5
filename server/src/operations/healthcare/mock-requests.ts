import { APPROVED_MOCKS, type ApprovedMock, type MockPerson } from '../../exchange/mock-payers/approved.js';

/** The requests that test keys may send, as a table for who reads the documentation, also where a page is narrow. */
export const MOCK_REQUESTS = [
  'A test key sends these, by any provider and with any `externalPatientId`. Of people the table has the name, `memberId` and `dateOfBirth`, where they have one; it names the payer by `tradingPartnerServiceId`, and the last column but one is `serviceTypeCodes`.',
  '',
  '| payer | subscriber | dependent | asks | comes |',
  '|---|---|---|---|---|',
  ...APPROVED_MOCKS.map((mock) => `| ${cellsOf(mock).join(' | ')} |`),
].join('\n');

function cellsOf({ payer, subscriber, dependent, serviceTypes, procedures, outcome }: ApprovedMock): readonly string[] {
  return [
    payer,
    textOf(subscriber),
    dependent === undefined ? '' : textOf(dependent),
    `${serviceTypes.join(' or ')}${procedures === undefined ? '' : ', or a dental procedure'}`,
    outcome.kind === 'aaa' ? `AAA ${outcome.code}` : outcome.kind === 'inactive' ? 'not covered' : 'benefits',
  ];
}

function textOf({ firstName = '', lastName, memberId, ssn, dateOfBirth }: MockPerson): string {
  const number = ssn === undefined ? memberId : `ssn ${ssn}`;
  return [`${firstName} ${lastName}`.trim(), number, dateOfBirth].filter((one) => one !== undefined).join(', ');
}
