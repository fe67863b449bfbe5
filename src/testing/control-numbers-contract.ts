import type { ControlNumberScope, GroupScope, InterchangeScope } from '../envelope/control-number-scope.js';
import { type ControlNumberOptions, type ControlNumbers, MAX_CONTROL_NUMBER } from '../envelope/control-numbers.js';
import type { X12ErrorCode } from '../model/error.js';
import { type ContractCheck, demand, demandEqual } from './contract-check.js';

/** Empty storage for counters, made for one check. */
export interface ControlNumberStorage {
  /** An adapter over this storage. A durable one is opened more than once, at the same time too. */
  open(options?: ControlNumberOptions): ControlNumbers | Promise<ControlNumbers>;
}

export interface ControlNumbersContractOptions {
  /** The storage outlives its adapters: also demands that a further adapter goes on, and that two share. Default false. */
  readonly durable?: boolean | undefined;
}

type Check = (storage: ControlNumberStorage) => Promise<void>;

const CALLERS = 200;

const ISA: InterchangeScope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'ALPHA',
  receiverQualifier: '01',
  receiverId: '123456789',
};
const GS: GroupScope = { ...ISA, kind: 'group', applicationSenderCode: 'APP', applicationReceiverCode: 'DESK' };

/**
 * What every adapter of {@link ControlNumbers} must do, one check each. That two processes may share storage, and that a kill
 * loses nothing, is for the adapter's own tests.
 *
 *     for (const check of controlNumbersContract(() => emptyStorage(), { durable: true })) it(check.name, check.run);
 */
export function controlNumbersContract(
  make: () => ControlNumberStorage | Promise<ControlNumberStorage>,
  { durable = false }: ControlNumbersContractOptions = {},
): readonly ContractCheck[] {
  const checks = Object.entries(durable ? { ...CHECKS, ...DURABLE_CHECKS } : CHECKS);
  return checks.map(([name, check]) => ({ name, run: async () => check(await make()) }));
}

const CHECKS: Readonly<Record<string, Check>> = {
  async 'gives no number twice to 200 concurrent callers'(storage) {
    const numbers = await storage.open();
    demandDistinct(await inParallel(CALLERS, () => numbers.next(ISA)));
  },
  async 'gives runs that overlap with nothing'(storage) {
    const numbers = await storage.open();
    const runs = await inParallel(CALLERS, async (caller) => {
      const count = 1 + (caller % 4);
      return runOf(await numbers.next(GS, count), count);
    });
    demandDistinct(runs.flat());
  },
  async 'gives each caller rising numbers'(storage) {
    const numbers = await storage.open();
    await inParallel(4, async () => {
      for (let last = 0, turn = 0; turn < 10; turn++) {
        const number = await numbers.next(ISA);
        demand(number > last, `${number} was given after ${last}`);
        last = number;
      }
    });
  },
  async 'counts each scope apart'(storage) {
    const numbers = await storage.open();
    for (const scope of apart()) demandEqual(await numbers.next(scope), 1, 'the first number of a new scope');
    for (const scope of apart()) demandEqual(await numbers.next(scope), 2, 'the second number of a scope');
  },
  async 'takes padded ids for the same scope'(storage) {
    const numbers = await storage.open();
    await numbers.next(ISA);
    demandEqual(await numbers.next({ ...ISA, senderId: 'ALPHA          ' }), 2, 'the number after that of the bare id');
  },
  async 'peeks without spending'(storage) {
    const numbers = await storage.open();
    demandEqual(await numbers.peek(ISA), 1, 'peek of a new scope');
    demandEqual(await numbers.peek(ISA), 1, 'a second peek');
    demandEqual(await numbers.next(ISA), 1, 'next after peek');
    demandEqual(await numbers.peek(ISA), 2, 'peek after next');
  },
  async 'starts where it is told, scope for scope'(storage) {
    const numbers = await storage.open({ start: 5000 });
    demandEqual(await numbers.peek(ISA), 5000, 'peek');
    demandEqual(await numbers.next(ISA), 5000, 'the first number');
    demandEqual(await numbers.next(ISA), 5001, 'the second number');
    demandEqual(await numbers.next(GS), 5000, 'the first number of another scope');
  },
  async 'sets the next number'(storage) {
    const numbers = await storage.open({ start: 100 });
    await numbers.set(ISA, 7);
    demandEqual(await numbers.next(ISA), 7, 'next after set on a new scope');
    await numbers.set(ISA, 8);
    await numbers.set(ISA, 4000);
    demandEqual(await numbers.peek(ISA), 4000, 'peek after set');
    demandEqual(await numbers.next(ISA), 4000, 'next after set');
    demandEqual(await numbers.next(GS), 100, 'another scope');
  },
  async 'goes back only when asked to'(storage) {
    const numbers = await storage.open();
    await numbers.next(ISA, 10);
    await demandRefusal('X12_CONTROL_NUMBERS_WOULD_REPEAT', () => numbers.set(ISA, 10));
    demandEqual(await numbers.next(ISA), 11, 'next after a refused set');
    await numbers.set(ISA, 3, { goBack: true });
    demandEqual(await numbers.next(ISA), 3, 'next after going back');
  },
  async 'gives no number twice while another sets it forward'(storage) {
    const numbers = await storage.open();
    const given = inParallel(CALLERS, () => numbers.next(ISA));
    const set = inParallel(CALLERS, async (caller) => {
      // A set that comes too late is refused, and must be.
      await numbers.set(ISA, 1 + caller * 2).catch((error: unknown) => demandCode(error, WOULD_REPEAT));
    });
    await set;
    demandDistinct(await given);
  },
  async 'refuses what is out of range'(storage) {
    const numbers = await storage.open();
    for (const wrong of [0, -1, 1.5, MAX_CONTROL_NUMBER + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await demandRefusal('X12_OPTION_INVALID', () => numbers.set(ISA, wrong, { goBack: true }));
      await demandRefusal('X12_OPTION_INVALID', () => numbers.next(ISA, wrong));
      await demandRefusal('X12_OPTION_INVALID', async () => storage.open({ start: wrong }));
    }
    demandEqual(await numbers.next(ISA), 1, 'the first number');
  },
  async 'restarts at 1 after 999999999'(storage) {
    const numbers = await storage.open({ start: 20, rollOver: 'restart' });
    await numbers.set(ISA, MAX_CONTROL_NUMBER);
    demandEqual(await numbers.next(ISA), MAX_CONTROL_NUMBER, 'the last number');
    demandEqual(await numbers.peek(ISA), 1, 'peek after the last');
    await numbers.set(ISA, 1);
    demandEqual(await numbers.next(ISA), 1, 'the number after the last');
    await numbers.set(ISA, MAX_CONTROL_NUMBER - 1);
    demandEqual(await numbers.next(ISA, 3), 1, 'a run that does not fit before the last');
    demandEqual(await numbers.next(ISA), 4, 'the number after the run');
  },
  async 'refuses after 999999999 where it is told to'(storage) {
    const numbers = await storage.open({ rollOver: 'refuse' });
    await numbers.set(ISA, MAX_CONTROL_NUMBER - 1);
    await demandRefusal('X12_CONTROL_NUMBERS_EXHAUSTED', () => numbers.next(ISA, 3));
    demandEqual(await numbers.next(ISA, 2), MAX_CONTROL_NUMBER - 1, 'the last run');
    await demandRefusal('X12_CONTROL_NUMBERS_EXHAUSTED', () => numbers.next(ISA));
    await demandRefusal('X12_CONTROL_NUMBERS_EXHAUSTED', () => numbers.peek(ISA));
    await demandRefusal(WOULD_REPEAT, () => numbers.set(ISA, MAX_CONTROL_NUMBER));
    await numbers.set(ISA, 1, { goBack: true });
    demandEqual(await numbers.next(ISA), 1, 'next after going back');
  },
  async 'has spent a number whose delivery failed'(storage) {
    const numbers = await storage.open();
    const deliver = async (_number: number): Promise<void> => {
      throw new Error('connection lost');
    };
    const failed: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const number = await numbers.next(ISA);
      await deliver(number).catch(() => failed.push(number));
    }
    demandDistinct([...failed, await numbers.next(ISA)]);
  },
};

const DURABLE_CHECKS: Readonly<Record<string, Check>> = {
  async 'goes on after the last number when opened again'(storage) {
    const before = await storage.open();
    const last = (await before.next(ISA, 5)) + 4;
    await before.set(GS, 70);
    const after = await storage.open({ start: 900 });
    demandEqual(await after.peek(ISA), last + 1, 'peek of the reopened storage');
    demandEqual(await after.next(ISA), last + 1, 'next of the reopened storage');
    demandEqual(await after.next(GS), 70, 'the number set before');
  },
  async 'is still at its end when opened again, and the roll-over may be changed'(storage) {
    const before = await storage.open({ rollOver: 'refuse' });
    await before.set(ISA, MAX_CONTROL_NUMBER);
    await before.next(ISA);
    const still = await storage.open({ rollOver: 'refuse' });
    await demandRefusal('X12_CONTROL_NUMBERS_EXHAUSTED', () => still.next(ISA));
    const other = await storage.open({ rollOver: 'restart' });
    demandEqual(await other.next(ISA), 1, 'next under the other rule');
  },
  async 'gives no number twice to 200 callers of two adapters on one storage'(storage) {
    const both = [await storage.open(), await storage.open()] as const;
    demandDistinct(await inParallel(CALLERS, (caller) => both[caller % 2 === 0 ? 0 : 1].next(ISA)));
  },
  async 'lets one adapter alone begin a scope'(storage) {
    const many = await inParallel(20, async () => storage.open({ start: 40 }));
    const given = await Promise.all(many.map((numbers) => numbers.next(ISA)));
    demandDistinct(given);
    demandEqual(Math.min(...given), 40, 'the first number');
  },
};

const WOULD_REPEAT: X12ErrorCode = 'X12_CONTROL_NUMBERS_WOULD_REPEAT';

/** Scopes that differ in one thing each, and in ways that a careless key would miss. */
function apart(): readonly ControlNumberScope[] {
  return [
    ISA,
    GS,
    { ...ISA, senderQualifier: '01' },
    { ...ISA, senderId: 'alpha' },
    { ...ISA, senderId: '123456789', receiverId: 'ALPHA' },
    { ...ISA, senderId: 'A:B', receiverId: 'C' },
    { ...ISA, senderId: 'A', receiverId: 'B:C' },
    { ...ISA, senderId: '../ALPHA' },
    { ...ISA, senderId: ' ALPHA' },
    { ...ISA, senderId: 'Ä/\\%' },
    { ...ISA, usage: 'T' },
    { ...ISA, usage: 'P' },
    { ...GS, functionalIdentifierCode: 'PO' },
    { ...GS, functionalIdentifierCode: 'IN' },
    { ...GS, applicationSenderCode: 'DESK', applicationReceiverCode: 'APP' },
  ];
}

function inParallel<T>(callers: number, work: (caller: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
}

function runOf(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function demandDistinct(numbers: readonly number[]): void {
  const wrong = numbers.filter((number) => !Number.isInteger(number) || number < 1 || number > MAX_CONTROL_NUMBER);
  demand(wrong.length === 0, `out of range: ${wrong.join(', ')}`);
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  demand(twice.length === 0, `given twice: ${twice.join(', ')}`);
}

async function demandRefusal(code: X12ErrorCode, work: () => Promise<unknown>): Promise<void> {
  const error: unknown = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  demandCode(error, code);
}

function demandCode(error: unknown, code: X12ErrorCode): void {
  const actual = error instanceof Error && 'code' in error ? String(error.code) : 'nothing';
  demand(actual === code, `${code} should be thrown, and ${actual} was`);
}
