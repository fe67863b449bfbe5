/** How a cell is read: as it stands, as a date, as that of a birth, as several codes, or as who a dependent is. */
type CellKind = 'text' | 'date' | 'birth-date' | 'codes' | 'relationship';

/** A column of the table that a front desk fills in. */
export interface TableColumn {
  readonly heading: string;
  /** Of the request: where the cell goes. */
  readonly pointer: string;
  readonly kind: CellKind;
  /** What to write there, as an order. */
  readonly remedy: string;
  /** In the example row of the template. */
  readonly example: string;
}

const DATE = 'as 1990-01-31, 19900131 or 1/31/1990';

function column(heading: string, pointer: string, remedy: string, example = '', kind: CellKind = 'text'): TableColumn {
  return { heading, pointer, remedy, example, kind };
}

/** In the order of the template. */
export const TABLE_COLUMNS: readonly TableColumn[] = [
  column(
    'Visit ID',
    '/submitterTransactionIdentifier',
    'Write your own number of the visit, another one in each row, with 50 characters at most.',
    'visit-1',
  ),
  column(
    'Payer ID',
    '/tradingPartnerServiceId',
    'Write the id of the payer as the list of payers has it, with its zeros.',
    'BRINK',
  ),
  column('Provider NPI', '/provider/npi', 'Write the ten digits of the NPI.', '1999999984'),
  column(
    'Provider organization',
    '/provider/organizationName',
    'Write the name of the practice, with 60 characters at most.',
    'Lake Clinic',
  ),
  column('Provider first name', '/provider/firstName', 'Write the first name of the provider, or nothing.'),
  column('Provider last name', '/provider/lastName', 'Write the last name of a provider who is no organization.'),
  column(
    'Member ID',
    '/subscriber/memberId',
    'Write the id as it stands on the card: 2 to 80 letters, digits, hyphens and blanks.',
    'BW1001',
  ),
  column('Subscriber first name', '/subscriber/firstName', 'Write it with 35 characters at most.', 'Jane'),
  column('Subscriber last name', '/subscriber/lastName', 'Write it with 60 characters at most.', 'Doe'),
  column('Subscriber date of birth', '/subscriber/dateOfBirth', `Write the date ${DATE}.`, '1990-01-01', 'birth-date'),
  column('Dependent first name', '/dependents/0/firstName', 'Write it with 35 characters at most.'),
  column('Dependent last name', '/dependents/0/lastName', 'Write it with 60 characters at most.'),
  column('Dependent date of birth', '/dependents/0/dateOfBirth', `Write the date ${DATE}.`, '', 'birth-date'),
  column(
    'Dependent relationship',
    '/dependents/0/individualRelationshipCode',
    'Write spouse, child or other (or the codes 01, 19 or 34).',
    '',
    'relationship',
  ),
  column(
    'Service type codes',
    '/encounter/serviceTypeCodes',
    'Write codes of service types with a blank between them: 30 98.',
    '30',
    'codes',
  ),
  column('Date of service', '/encounter/dateOfService', `Write the date ${DATE}.`, '', 'date'),
  column('Service from', '/encounter/beginningDateOfService', `Write the date ${DATE}.`, '', 'date'),
  column('Service to', '/encounter/endDateOfService', `Write the date ${DATE}.`, '', 'date'),
  column(
    'External patient ID',
    '/externalPatientId',
    'Write your own id of the patient, with 36 characters at most, or nothing.',
  ),
];

/** The two columns that a report has in front: whoever corrects the report hands it in again with them. */
export const REPORT_HEADINGS = ['Row result', 'What to do'] as const;

/** The column that a place of a request comes from; for a part of several columns the first. */
export function columnAt(pointer: string): TableColumn | undefined {
  return TABLE_COLUMNS.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
}
