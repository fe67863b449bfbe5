/**
 * A process that takes control numbers: as many as asked for, or until it is killed. A number is written to standard output,
 * `<GS03, or -> <caller> <number>`, only after `next` has resolved. Arguments: directory, GS03 of a third scope, callers, numbers a caller.
 */
import { writeSync } from 'node:fs';
import { createFileControlNumbers } from '../../src/stores/file-control-numbers.js';
import { groupTo, ISA } from './scopes.js';

const [directory = '', third = '', callers = '1', each = 'Infinity'] = process.argv.slice(2);
const numbers = createFileControlNumbers({ directory });
const scopes = [ISA, groupTo('DESK'), groupTo(third)];

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => take(caller)));

async function take(caller: number): Promise<void> {
  for (let turn = 0; turn < Number(each); turn++) {
    const scope = scopes[(caller + turn) % scopes.length] ?? ISA;
    const number = await numbers.next(scope);
    const name = scope.kind === 'group' ? scope.applicationReceiverCode : '-';
    // One write of a short line is whole or absent, and what was written outlives the process.
    writeSync(1, `${name} ${caller} ${number}\n`);
  }
}
