import type { EligibilityRequest } from 'ediloom/eligibility';
import type { Payer } from '../../resources/payers/payer.js';
import { APPROVED_MOCKS, type ApprovedMock, type MockPerson } from './approved.js';
import type { MockDifference } from './mock-payers.js';

/** Members of a person that a mock may have: any other must not be there. */
const PERSON = ['firstName', 'lastName', 'memberId', 'dateOfBirth', 'ssn'] as const;
/** What may stand in an encounter beside what is asked: dates change nothing. */
const FREE = ['dateOfService', 'beginningDateOfService', 'endDateOfService'];

type Given = Readonly<Record<string, unknown>>;

/** Where a request differs from the approved mock request of its payer that is nearest to it. */
export function differencesFromMocks(
  request: EligibilityRequest,
  payer: Pick<Payer, 'primaryPayerId' | 'platformId'>,
): readonly MockDifference[] {
  const all = mocksOf(payer).map((mock) => differences(request, mock));
  const [nearest] = all.sort((a, b) => a.length - b.length);
  return nearest ?? [{ pointer: '/tradingPartnerServiceId', expected: `one of ${PAYERS.join(', ')}` }];
}

/** The approved request that this is. @param payerId its primary id; where no mock of it fits, those of all payers are looked at. */
export function mockFor(request: EligibilityRequest, payerId: string): ApprovedMock | undefined {
  const fits = (mock: ApprovedMock): boolean => differences(request, mock).length === 0;
  return APPROVED_MOCKS.find((mock) => mock.payer === payerId && fits(mock)) ?? APPROVED_MOCKS.find(fits);
}

const PAYERS = [...new Set(APPROVED_MOCKS.map(({ payer }) => payer))];

function mocksOf({ primaryPayerId }: Pick<Payer, 'primaryPayerId'>): readonly ApprovedMock[] {
  return APPROVED_MOCKS.filter(({ payer }) => payer === primaryPayerId);
}

function differences(request: EligibilityRequest, mock: ApprovedMock): readonly MockDifference[] {
  const [dependent] = request.dependents ?? [];
  return [
    ...personDifferences('/subscriber', asGiven(request.subscriber), mock.subscriber),
    ...dependentDifferences(dependent && asGiven(dependent), mock.dependent),
    ...askedDifferences(request.encounter === undefined ? {} : asGiven(request.encounter), mock),
  ];
}

/** A type of the engine as an object of any members. */
function asGiven(given: object): Given {
  return given as Given;
}

function personDifferences(
  at: string,
  given: Given,
  approved: MockPerson,
  also: readonly string[] = [],
): readonly MockDifference[] {
  const wrong = PERSON.filter((name) => given[name] !== approved[name]);
  const surplus = Object.keys(given).filter(
    (name) => !PERSON.some((one) => one === name) && !also.includes(name) && given[name] !== undefined,
  );
  return [
    ...wrong.map((name) => ({ pointer: `${at}/${name}`, expected: approved[name] })),
    ...surplus.map((name) => ({ pointer: `${at}/${name}`, expected: undefined })),
  ];
}

function dependentDifferences(
  given: Given | undefined,
  approved: ApprovedMock['dependent'],
): readonly MockDifference[] {
  if (approved === undefined) return given === undefined ? [] : [{ pointer: '/dependents', expected: undefined }];
  const { relation, ...person } = approved;
  if (given === undefined) {
    const { firstName = '', lastName, dateOfBirth = '' } = person;
    return [{ pointer: '/dependents', expected: `${firstName} ${lastName}, ${dateOfBirth}` }];
  }
  const said = given.individualRelationshipCode;
  const related =
    said === undefined || said === relation
      ? []
      : [{ pointer: '/dependents/0/individualRelationshipCode', expected: relation }];
  return [...personDifferences('/dependents/0', given, person, ['individualRelationshipCode']), ...related];
}

function askedDifferences(encounter: Given, { serviceTypes, procedures }: ApprovedMock): readonly MockDifference[] {
  const { serviceTypeCodes, procedureCode, productOrServiceIDQualifier, ...others } = encounter;
  const surplus = Object.keys(others)
    .filter((name) => !FREE.includes(name) && others[name] !== undefined)
    .map((name) => ({ pointer: `/encounter/${name}`, expected: undefined }));
  if (procedureCode !== undefined || productOrServiceIDQualifier !== undefined) {
    const isDental = procedures === true && productOrServiceIDQualifier === 'AD' && serviceTypeCodes === undefined;
    return isDental
      ? surplus
      : [
          ...surplus,
          { pointer: '/encounter/procedureCode', expected: procedures ? 'AD and a dental code' : undefined },
        ];
  }
  const asked = Array.isArray(serviceTypeCodes) && serviceTypeCodes.length > 0 ? serviceTypeCodes : ['30'];
  const fits = asked.length === 1 && serviceTypes.includes(String(asked[0]));
  return fits
    ? surplus
    : [...surplus, { pointer: '/encounter/serviceTypeCodes', expected: JSON.stringify([serviceTypes[0]]) }];
}
