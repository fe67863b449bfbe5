import { ALL, type Edit } from './edit.js';
import { eachText } from './everywhere.js';

/** Telephone numbers, as they are dialled in North America. */
export const TELEPHONE_EDITS: readonly Edit[] = [
  {
    id: 'V26',
    types: ALL,
    status: 'A7:124',
    text: 'A telephone or fax number has ten digits; neither the area code nor what follows it begins with 0 or 1.',
    judge: eachText(['phoneNumber', 'faxNumber'], (number) => !/^(?:[2-9]\d{2}){2}\d{4}$/.test(number)),
  },
  {
    id: 'V26',
    types: ALL,
    status: 'A7:124',
    text: 'The extension of a telephone number has digits alone.',
    judge: eachText(['phoneExtension'], (extension) => !/^\d+$/.test(extension)),
  },
];
