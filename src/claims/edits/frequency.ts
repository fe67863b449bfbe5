import { objectIn } from '../moves/json-parts.js';
import { ALL, type Edit, PRACTICE } from './edit.js';

const FREQUENCY = ['claimInformation', 'claimFrequencyCode'];
const NUMBER = ['claimInformation', 'claimSupplementalInformation', 'claimControlNumber'];

/** Third digit of a type of bill: all but those that the list leaves free. */
const OF_BILL = new Set('0123456789ABCDEFGHIJKMNOPQXYZ');
const REPLACES = new Set(['7', '8']);
/** Original Medicare finds a claim that is replaced without the number. */
const MEDICARE = new Set(['MA', 'MB']);

const CODE = { id: 'V62', status: 'A7:535' } as const;
const CONTROL = { id: 'V63', types: ALL, status: 'A6:464' } as const;

/** Whether a claim is new, or takes the place of one that the payer has. */
export const FREQUENCY_EDITS: readonly Edit[] = [
  {
    ...CODE,
    types: PRACTICE,
    text: 'A claim is new (1), replaces one (7) or voids one (8).',
    judge: ({ information }, tell) => {
      const { claimFrequencyCode: code } = information;
      if (code !== undefined && code !== '1' && !REPLACES.has(String(code))) tell(FREQUENCY);
    },
  },
  {
    ...CODE,
    types: ['institutional'],
    text: 'The frequency of a bill is the third digit of its type: 0 to 9, or a letter of that list.',
    judge: ({ information }, tell) => {
      const { claimFrequencyCode: code } = information;
      if (code !== undefined && !OF_BILL.has(String(code))) tell(FREQUENCY);
    },
  },
  {
    ...CONTROL,
    text: 'A claim that replaces or voids another (frequency 7 or 8) gives the number that the payer has given to that one.',
    judge: ({ information }, tell) => {
      const { claimFrequencyCode: code, claimFilingCode: filing } = information;
      if (!REPLACES.has(String(code)) || MEDICARE.has(String(filing))) return;
      if (objectIn(information.claimSupplementalInformation).claimControlNumber === undefined) tell(NUMBER);
    },
  },
  {
    ...CONTROL,
    text: 'A new claim (frequency 1) has no number of the payer yet: leave it out, or correct the frequency.',
    judge: ({ information }, tell) => {
      if (information.claimFrequencyCode !== '1') return;
      if (objectIn(information.claimSupplementalInformation).claimControlNumber !== undefined) tell(NUMBER);
    },
  },
];
