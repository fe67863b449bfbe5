import { expect, it } from 'vitest';
import { TABLE_COLUMNS } from '../../../src/exchange/eligibility-batches/table-columns.js';
import { BATCHES, batchWorld } from '../../support/batches.js';

const SOUND: Readonly<Record<string, string>> = {
  'Payer ID': 'LAKES',
  'Provider NPI': '1999999984',
  'Provider organization': 'Lake Clinic',
  'Member ID': 'BW1001',
  'Subscriber first name': 'Jane',
  'Subscriber last name': 'Doe',
  'Subscriber date of birth': '1990-01-31',
};

/** What stands in place of the sound values, and what the report says of it. */
const MISTAKES: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [
    {
      'Subscriber date of birth': '1/31/0990',
    },
    'Subscriber date of birth: The year is too long ago: it was mistyped. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Visit ID': '',
    },
    'Visit ID: It is empty. Write your own number of the visit, another one in each row, with 50 characters at most.',
  ],
  [
    {
      'Visit ID': '#REF!',
    },
    'Visit ID: A formula has failed in it. Type the value in place of the formula.',
  ],
  [
    {
      'Visit ID': 'V123456789012345678901234567890123456789012345678901',
    },
    'Visit ID: It is too short or too long. Write your own number of the visit, another one in each row, with 50 characters at most.',
  ],
  [
    {
      'Visit ID': 'visit*4',
    },
    'Visit ID: It has one of the signs * > ^ ~ in it, or a line break. Leave the sign or the line break out, or write a blank in its place.',
  ],
  [
    {
      'Payer ID': '',
    },
    'Payer ID: It is empty. Write the id of the payer as the list of payers has it, with its zeros.',
  ],
  [
    {
      'Payer ID': '42',
    },
    'Payer ID: No payer has this id; zeros in front and capitals count. Perhaps one of these is meant: 00042 (Payer LAKES). A spreadsheet program keeps zeros in a column of text.',
  ],
  [
    {
      'Payer ID': 'lakes',
    },
    'Payer ID: No payer has this id; zeros in front and capitals count. Perhaps one of these is meant: 00042 (Payer LAKES). A spreadsheet program keeps zeros in a column of text.',
  ],
  [
    {
      'Payer ID': 'NOBODY9',
    },
    'Payer ID: No payer has this id. Look the payer up in the list of payers, and write its id.',
  ],
  [
    {
      'Payer ID': 'Lakes Health Plan',
    },
    'Payer ID: No payer has this id. Perhaps one of these is meant: 00042 (Payer LAKES). Write its id, not its name.',
  ],
  [
    {
      'Payer ID': 'Payer Lakse',
    },
    'Payer ID: No payer has this id. Perhaps one of these is meant: 00042 (Payer LAKES). Write its id, not its name.',
  ],
  [
    {
      'Payer ID': '#N/A',
    },
    'Payer ID: A formula has failed in it. Type the value in place of the formula.',
  ],
  [
    {
      'Provider NPI': '',
    },
    'Provider NPI: It is empty. Write the ten digits of the NPI.',
  ],
  [
    {
      'Provider NPI': '199999998',
    },
    'Provider NPI: It is too short or too long. Write the ten digits of the NPI.',
  ],
  [
    {
      'Provider NPI': '1999999948',
    },
    'Provider NPI: It is no NPI: one of its digits is wrong, or two have changed places. Write the ten digits of the NPI.',
  ],
  [
    {
      'Provider NPI': '2E+09',
    },
    'Provider NPI: The program has shortened a long number, and its last digits are lost. Format the column as text, and type it again.',
  ],
  [
    {
      'Provider NPI': '1999-999984',
    },
    'Provider NPI: It is too short or too long. Write the ten digits of the NPI.',
  ],
  [
    {
      'Provider NPI': '19999999840',
    },
    'Provider NPI: It is too short or too long. Write the ten digits of the NPI.',
  ],
  [
    {
      'Provider organization': '',
    },
    'Provider organization: The provider has no name. Write the name of the practice, or Provider last name for a person.',
  ],
  [
    {
      'Provider organization': 'Lake ~ Clinic',
    },
    'Provider organization: It has one of the signs * > ^ ~ in it, or a line break. Leave the sign or the line break out, or write a blank in its place.',
  ],
  [
    {
      'Provider organization': 'A name of a clinic that goes on and on until nobody reads it all',
    },
    'Provider organization: It is too short or too long. Write the name of the practice, with 60 characters at most.',
  ],
  [
    {
      'Provider organization': '',
      'Provider first name': 'Ann',
    },
    'Provider organization: The provider has no name. Write the name of the practice, or Provider last name for a person.',
  ],
  [
    {
      'Member ID': '1.23E+11',
    },
    'Member ID: The program has shortened a long number, and its last digits are lost. Format the column as text, and type it again.',
  ],
  [
    {
      'Member ID': '1,23E+11',
    },
    'Member ID: The program has shortened a long number, and its last digits are lost. Format the column as text, and type it again.',
  ],
  [
    {
      'Member ID': '#####',
    },
    'Member ID: The column was too narrow, and the program saved number signs. Make the column wider, and save it again.',
  ],
  [
    {
      'Member ID': 'B',
    },
    'Member ID: It is too short or too long. Write the id as it stands on the card: 2 to 80 letters, digits, hyphens and blanks.',
  ],
  [
    {
      'Member ID': 'BW/1001',
    },
    'Member ID: It is not written in the form that is expected. Write the id as it stands on the card: 2 to 80 letters, digits, hyphens and blanks.',
  ],
  [
    {
      'Member ID': '=A2',
    },
    'Member ID: It is a formula. Type the value in place of the formula.',
  ],
  [
    {
      'Member ID': 'n/a',
    },
    'Member ID: It stands for nothing. Leave the cell empty where there is nothing to say.',
  ],
  [
    {
      'Member ID': 'BW1001\nBW1002',
    },
    'Member ID: It has one of the signs * > ^ ~ in it, or a line break. Leave the sign or the line break out, or write a blank in its place.',
  ],
  [
    {
      'Member ID': '',
      'Subscriber last name': '',
      'Subscriber date of birth': '',
    },
    'Member ID: Nothing says who the subscriber is. Write the member id, or the last name or date of birth of the subscriber.',
  ],
  [
    {
      'Subscriber first name': 'Ja\ufffdne',
    },
    'Subscriber first name: A letter was lost when the file was saved. Type it again, and save the file as CSV UTF-8.',
  ],
  [
    {
      'Subscriber first name': 'Jane^',
    },
    'Subscriber first name: It has one of the signs * > ^ ~ in it, or a line break. Leave the sign or the line break out, or write a blank in its place.',
  ],
  [
    {
      'Subscriber last name': '?',
    },
    'Subscriber last name: It stands for nothing. Leave the cell empty where there is nothing to say.',
  ],
  [
    {
      'Subscriber date of birth': '1/31/2029',
    },
    'Subscriber date of birth: It is a day in the future. Write the date as 1990-01-31, 19900131 or 1/31/1990. Programs make 2029 of a year that was typed as 29.',
  ],
  [
    {
      'Subscriber date of birth': '31/1/1990',
    },
    'Subscriber date of birth: The day stands before the month. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '1/31/90',
    },
    'Subscriber date of birth: The year has two digits. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '31.1.1990',
    },
    'Subscriber date of birth: Nobody can tell the day from the month. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '32904',
    },
    'Subscriber date of birth: The program has saved the date as a number of days. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '1990-02-30',
    },
    'Subscriber date of birth: There is no such day in the calendar. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': 'Jan 31, 1990',
    },
    'Subscriber date of birth: It is no date. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '1311990',
    },
    'Subscriber date of birth: It is no date: it has too few or too many digits. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Subscriber date of birth': '########',
    },
    'Subscriber date of birth: The column was too narrow, and the program saved number signs. Make the column wider, and save it again.',
  ],
  [
    {
      'Subscriber date of birth': '13/13/1990',
    },
    'Subscriber date of birth: There is no such day in the calendar. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Dependent first name': 'Tim',
      'Dependent relationship': 'nephew',
    },
    'Dependent relationship: It is none of the relationships that can be asked about. Write spouse, child or other (or the codes 01, 19 or 34).',
  ],
  [
    {
      'Dependent first name': 'Tim',
      'Dependent date of birth': '2/29/2019',
    },
    'Dependent date of birth: There is no such day in the calendar. Write the date as 1990-01-31, 19900131 or 1/31/1990.',
  ],
  [
    {
      'Dependent first name': 'Tim',
      'Dependent relationship': '1',
    },
    'Dependent relationship: The zero in front is lost. Write spouse, child or other (or the codes 01, 19 or 34).',
  ],
  [
    {
      'Service type codes': '30 ZZZ',
    },
    'Service type codes: It is none of the codes that may stand here. Write codes of service types with a blank between them: 30 98.',
  ],
  [
    {
      'Service type codes': 'office visit',
    },
    'Service type codes: It is none of the codes that may stand here. Write codes of service types with a blank between them: 30 98.',
  ],
  [
    {
      'Service from': '2026-02-01',
    },
    'Date of service: The days of service do not fit together. Write Date of service alone, or Service from and Service to with the later day in Service to.',
  ],
  [
    {
      'Service from': '2026-02-10',
      'Service to': '2026-02-01',
    },
    'Date of service: The days of service do not fit together. Write Date of service alone, or Service from and Service to with the later day in Service to.',
  ],
  [
    {
      'External patient ID': 'P123456789012345678901234567890123456',
    },
    'External patient ID: It is too short or too long. Write your own id of the patient, with 36 characters at most, or nothing.',
  ],
  [
    {
      'Visit ID': 'visit-10',
    },
    'Visit ID: Row 12 has the same one. Write your own number of the visit, another one in each row, with 50 characters at most.',
  ],
  [
    {
      behind: 'Apt 4',
    },
    'Row: It has values behind the last column. Put a value that has a comma in it in quotation marks, or take out what stands behind the last column.',
  ],
];

const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const headings = TABLE_COLUMNS.map(({ heading }) => heading);

it('tells a front desk more than fifty kinds of mistakes, each in its row', async () => {
  const world = await batchWorld({ isIdle: true });
  const lines = MISTAKES.map(([changes], place) => {
    const row: Readonly<Record<string, string>> = { 'Visit ID': `visit-${place}`, ...SOUND, ...changes };
    const cells = headings.map((heading) => cellOf(row[heading] ?? ''));
    return [...cells, ...(row.behind === undefined ? [] : [row.behind])].join(',');
  });
  const created = await world.call('POST', `${BATCHES}/batch-table`, { payload: {} });
  const { batchId: id } = created.json();
  const put = await world.call('PUT', `${BATCHES}/batch/${id}/table`, {
    payload: [headings.join(','), ...lines].join('\r\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect(put.json()).toMatchObject({
    status: 'VALIDATION_FAILED',
    totalCount: MISTAKES.length,
    validationFailedCount: MISTAKES.length,
  });
  const { items } = (await world.call('GET', `${BATCHES}/batch/${id}/report`)).json();
  const told = items.map(({ rowNumber, problems }: Row) => [
    rowNumber,
    problems.map(({ column, problem, remedy }) => `${column ?? 'Row'}: ${problem} ${remedy}`).join(' | '),
  ]);
  expect(told).toEqual(MISTAKES.map(([, text], place) => [place + 2, text]));
});

interface Row {
  readonly rowNumber: number;
  readonly problems: readonly { readonly column?: string; readonly problem: string; readonly remedy: string }[];
}
