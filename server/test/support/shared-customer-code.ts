import type { Clock } from '../../src/clock.js';
import { createCustomerCode } from '../../src/worker/create-customer-code.js';
import type { CustomerCode } from '../../src/worker/customer-code.js';

let clock: Clock = { now: () => 0 };
let shared: CustomerCode | undefined;

/**
 * Customer code that all files of a test worker share, as accounts share it in a server: a process that has the engine and guides
 * loaded takes a second to make. It is not closed, and waits as long as a busy machine lets it. For those that bring their process
 * to its end, or count processes, `createCustomerCode` makes one of their own.
 */
export function sharedCustomerCode(own: Clock): CustomerCode {
  // The time of a piece of work is read when it is given.
  const code = (): CustomerCode => {
    clock = own;
    shared ??= createCustomerCode({ clock: { now: () => clock.now() }, workers: 1, patienceMs: 600_000 });
    return shared;
  };
  return {
    evaluate: (...given) => code().evaluate(...given),
    map: (...given) => code().map(...given),
    checkSchema: (...given) => code().checkSchema(...given),
    checkExpression: (...given) => code().checkExpression(...given),
    checkGuide: (...given) => code().checkGuide(...given),
    close: async () => undefined,
  };
}
