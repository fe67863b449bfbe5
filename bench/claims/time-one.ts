import { timeRow } from '../time-row.js';
import { CLAIM_WORK } from './work.js';

await timeRow(CLAIM_WORK[Number(process.argv[2])], 3_000);
