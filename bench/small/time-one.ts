import { timeRow } from '../time-row.js';
import { SMALL_WORK } from './work.js';

await timeRow(SMALL_WORK[Number(process.argv[2])], 20_000);
