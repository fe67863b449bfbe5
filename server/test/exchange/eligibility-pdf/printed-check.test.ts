import { expect, it } from 'vitest';
import type { Block, TableBlock } from '../../../src/exchange/eligibility-pdf/blocks.js';
import { printedCheck } from '../../../src/exchange/eligibility-pdf/contents/printed-check.js';
import { drawDocument } from '../../../src/exchange/eligibility-pdf/drawing/draw-document.js';
import { CheckPdfs } from '../../../src/exchange/eligibility-pdf/pdf-process.js';
import { answered, PRINTED } from '../../support/printed-checks.js';

const blocksOf = (changes: object = {}) => printedCheck(PRINTED, answered(changes)).blocks;
const isTable = (block: Block): block is TableBlock => block.kind === 'table';
const standing = (changes: object) => blocksOf(changes).find(({ kind }) => kind === 'standing');
const rowsOf = (title: string | undefined, changes: object = {}) =>
  blocksOf(changes)
    .filter(isTable)
    .find((table) => table.title === title)?.rows;

it.each([
  ['1', 'Coverage: Active'],
  ['6', 'Coverage: Inactive'],
  ['B', 'Coverage: Not stated'],
])('EB01 %s is said in plain words', (code, title) => {
  expect(standing({ benefitsInformation: [{ code, serviceTypeCodes: ['30'] }] })).toMatchObject({ title });
});

it('shows amounts in and out of network, each with what remains of it, and gives percentages', () => {
  expect(rowsOf('Health Benefit Plan Coverage')).toEqual([
    ['Deductible', 'In network', 'Individual', '$1,500.00', 'calendar year', '$412.50', ''],
    ['Deductible', 'Out of network', 'Individual', '$1,500.00', 'calendar year', '$412.50', ''],
  ]);
  const visits = rowsOf('Professional (Physician) Visit - Office') ?? [];
  expect(visits.map(([kind, network, , amount]) => [kind, network, amount])).toEqual([
    ['Co-pay', 'In network', '$30.00'],
    ['Co-pay', 'Out of network', '$30.00'],
    ['Co-insurance', 'In network', '20%'],
    ['Co-insurance', 'Out of network', '20%'],
  ]);
});

it('names the dependent as the patient', () => {
  const dependents = [{ firstName: 'Max', lastName: 'Roe', dateOfBirth: '20150601', relationToSubscriber: 'Child' }];
  const [facts] = blocksOf({ dependents }).flatMap((block) => (block.kind === 'facts' ? [block.groups] : []));
  expect(facts?.map(({ title }) => title).slice(0, 2)).toEqual(['Subscriber', 'Patient (a dependent)']);
  expect(facts?.[1]?.facts).toContainEqual(['Date of birth', '06/01/2015']);
});

it('says of an AAA error what to do', () => {
  const error = {
    code: '75',
    description: 'Subscriber/Insured Not Found',
    followupAction: 'Please Correct and Resubmit',
  };
  const changes = { errors: [{ ...error, possibleResolutions: 'Check the member ID.' }], benefitsInformation: [] };
  expect(standing(changes)).toMatchObject({ title: 'Coverage: Rejected' });
  expect(rowsOf(undefined, changes)?.[0]).toEqual([
    '75',
    'Subscriber/Insured Not Found',
    'Check the member ID.\nThe payer says: Please Correct and Resubmit.',
  ]);
});

const NOT_ANSWERED = {
  ...{ status: 'ERROR', subscriber: undefined, provider: undefined, payer: undefined },
  ...{ planInformation: undefined, planDateInformation: undefined, benefitsInformation: undefined },
};
const ASKED = { subscriber: { firstName: 'Jane', lastName: 'Doe', memberId: 'BW1001', dateOfBirth: '19900101' } };
const CHILD = { firstName: 'Max', lastName: 'Doe', dateOfBirth: '20150601' };

function groupsOf(changes: object, asked: object) {
  const blocks = printedCheck({ ...PRINTED, asked: { ...ASKED, ...asked } }, answered(changes)).blocks;
  return blocks.flatMap((block) => (block.kind === 'facts' ? block.groups : []));
}

it('names whom it was asked about, where the payer names nobody', () => {
  const error = { code: '80', description: 'No Response received - Transaction Terminated' };
  const [patient] = groupsOf({ ...NOT_ANSWERED, errors: [error] }, {});
  expect(patient).toEqual({
    title: 'Patient (the subscriber), as asked about',
    facts: [
      ['Name', 'Jane Doe'],
      ['Member ID', 'BW1001'],
      ['Date of birth', '01/01/1990'],
    ],
  });
  const withChild = groupsOf({ ...NOT_ANSWERED, errors: [error] }, { dependent: CHILD });
  expect(withChild.map(({ title, facts }) => [title, facts[0]?.[1]])).toEqual([
    ['Subscriber, as asked about', 'Jane Doe'],
    ['Patient (a dependent), as asked about', 'Max Doe'],
  ]);
  // Of a payer that names somebody nothing is added: a dependent may be a subscriber there.
  const [named] = groupsOf({}, { dependent: CHILD });
  expect(named?.title).toBe('Patient (the subscriber)');
});

it.each([
  [
    'a 999',
    { transactionSetAcknowledgement: 'R', implementationTransactionSetSyntaxError: 'I5' },
    'For the operator: A 999 with the status R and the error I5 came in place of an answer.',
  ],
  [
    'a TA1',
    {
      errors: [{ location: 'TA1', description: 'The payer rejected the interchange; TA105 is 009.' }],
    },
    'For the operator: The payer rejected the interchange; TA105 is 009.',
  ],
])('says of %s in place of an answer that the payer could not read the request', (_, changes, reason) => {
  const unread = { ...NOT_ANSWERED, ...changes };
  expect(standing(unread)).toMatchObject({ title: 'Coverage: Not checked' });
  const [[says = '', todo = ''] = []] = rowsOf(undefined, unread) ?? [];
  expect(says).toBe('The payer could not read the request, and has not looked for the patient.');
  expect(todo).toContain('Give the id of this check to the operator');
  expect(todo).toContain(reason);
});

it('says of a 999 that accepts that no answer has come', () => {
  const taken = { ...NOT_ANSWERED, status: undefined, transactionSetAcknowledgement: 'A' };
  expect(standing(taken)).toMatchObject({ title: 'Coverage: Not stated' });
  expect(rowsOf(undefined, taken)?.[0]?.[0]).toContain('The payer has taken the request and not answered it');
});

it('is tagged, titled without the patient, and the same for the same check', async () => {
  const document = printedCheck(PRINTED, answered());
  const [one, other] = [await drawDocument(document), await drawDocument(document)];
  expect(Buffer.compare(one, other)).toBe(0);
  const text = Buffer.from(one).toString('latin1');
  expect(text).toMatch(/^%PDF-1\.7/);
  expect(text).toMatch(/\/MarkInfo|\/StructTreeRoot/);
  expect(text).toContain('(en-US)');
  expect(text).not.toContain('ukasiewicz');
});

it('has as many pages as it needs, and lines of any length and letters of any script', async () => {
  const benefit = { code: 'B', serviceTypes: ['Office'], serviceTypeCodes: ['98'], benefitAmount: '1' };
  const pagesOf = async (benefits: readonly object[]) => {
    const pdf = await drawDocument(printedCheck(PRINTED, answered({ benefitsInformation: benefits })));
    return Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\n/g)?.length;
  };
  expect(await pagesOf([benefit])).toBe(1);
  expect(await pagesOf(Array.from({ length: 60 }, () => benefit))).toBe(3);
  const long = { additionalInformation: [{ description: `漢字 ${'x'.repeat(2_000)} ${'word '.repeat(2_000)}` }] };
  expect(await pagesOf([{ ...benefit, ...long }])).toBeGreaterThan(5);
});

it('is refused where an account waits for many already, and made for another', async () => {
  const pdfs = new CheckPdfs();
  const task = { check: PRINTED, response: JSON.stringify(answered()) };
  const many = Array.from({ length: 128 }, () =>
    pdfs
      .print('a', async () => task)
      .then(
        () => 'made',
        () => 'ended',
      ),
  );
  await expect(pdfs.print('a', async () => task)).rejects.toMatchObject({ kind: 'too-many' });
  // Behind the one that is made, not behind all of them.
  expect(await Promise.race([pdfs.print('b', async () => task).then(() => 'other'), Promise.all(many)])).toBe('other');
  await Promise.all(many);
  await pdfs.close();
});

it('is made in a process of its own, and given up where it takes too long; the next one is made', async () => {
  const slow = new CheckPdfs({ mostMs: 1 });
  const task = { check: PRINTED, response: JSON.stringify(answered()) };
  await expect(slow.print('a', async () => task)).rejects.toMatchObject({ code: 'PDF_RENDER_LIMIT_EXCEEDED' });
  await slow.close();
  const pdfs = new CheckPdfs();
  const made = await Promise.all([pdfs.print('a', async () => task), pdfs.print('b', async () => task)]);
  for (const pdf of made) expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  const waiting = [pdfs.print('a', async () => task), pdfs.print('a', async () => task)].map((one) =>
    one.catch(({ kind, code }) => kind ?? code),
  );
  await pdfs.close();
  // The one that is made ends with its process, and none begins for the next.
  expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable']);
});

it('is read once its turn has come: who asks for very many has nothing read for those that wait or are refused', async () => {
  const pdfs = new CheckPdfs();
  let read = 0;
  const prepare = async () => {
    read++;
    throw new Error('It is not printed here.');
  };
  const never = new Promise<never>(() => {});
  void pdfs.print('a', () => never);
  const waiting = Array.from({ length: 127 }, () => pdfs.print('a', prepare).catch(() => {}));
  await expect(pdfs.print('a', prepare)).rejects.toMatchObject({ kind: 'too-many' });
  expect(() => pdfs.demandRoom('a')).toThrow('Ask for this one again later');
  expect([waiting.length, read]).toEqual([127, 0]);
  await pdfs.close();
});
