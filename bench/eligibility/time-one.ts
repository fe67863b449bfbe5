import { timeRow } from '../time-row.js';
import { ELIGIBILITY_WORK } from './work.js';

await timeRow(ELIGIBILITY_WORK[Number(process.argv[2])], 4_000);
