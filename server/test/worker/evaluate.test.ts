import { describe, expect, it } from 'vitest';
import type { CustomerCodeError } from '../../src/worker/customer-code.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';

const NOW = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
const code = sharedCustomerCode({ now: () => NOW });

async function failure(expression: string, input?: unknown, options = {}): Promise<CustomerCodeError> {
  const outcome = await code.evaluate(expression, input, options).then(
    (value) => ({ value }),
    (error: CustomerCodeError) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`It gave ${JSON.stringify(outcome).slice(0, 100)}.`);
}

describe('evaluate', () => {
  it('gives what JSONata gives, as plain JSON', async () => {
    expect(await code.evaluate('items.price', { items: [{ price: 1 }, { price: 2.5 }] })).toEqual([1, 2.5]);
    expect(await code.evaluate('{ "total": $sum(items.price) }', { items: [{ price: 1 }] })).toEqual({ total: 1 });
    expect(await code.evaluate('$', null)).toBeNull();
    expect(await code.evaluate('missing', {})).toBeUndefined();
    expect(await code.evaluate('$count($)', [1, 2, 3])).toBe(3);
  });

  it('shows what is bound, and the time of the clock', async () => {
    const bindings = { name: 'x', list: [1, 2] };
    expect(await code.evaluate('$name & $count($list)', undefined, { bindings })).toBe('x2');
    expect(await code.evaluate('$millis()', undefined)).toBe(NOW);
    expect(await code.evaluate('$now()', undefined)).toBe('2026-02-03T04:05:06.789Z');
  });

  it('forgets what an expression has set', async () => {
    await code.evaluate('($sum := function($x) { "mine" }; $kept := 1; $sum(1))', {});
    expect(await code.evaluate('$kept', {})).toBeUndefined();
    expect(await code.evaluate('$sum([1, 2])', {})).toBe(3);
  });

  it.each([
    ['unknown operator', '1 +* 2', 'invalid', /character \d+ \(JSONata S\d{4}\)/],
    ['not closed', '{"a": ', 'invalid', /character/],
    ['nested without end', '('.repeat(50_000), 'invalid', /./],
    ['wrong type', '"a" + 1', 'failed', /character \d+ \(JSONata T2001\)/],
    ['no such function', '$nothing(1)', 'failed', /T1006/],
    ['a function as the result', 'function($x) { $x }', 'failed', /not JSON/],
    ['a built-in function as the result', '{ "f": $sum }', 'failed', /not JSON/],
    ['a pattern as the result', '/a/', 'failed', /not JSON/],
    ['no number', '$number("Infinity") - $number("Infinity")', 'failed', /./],
    ['recursion', '($f := function($n) { 1 + $f($n + 1) }; $f(1))', 'failed', /calls itself/],
    ['too long a list', '[1..9000000]', 'too-large', /list/],
    ['a result over 4 MB', '$pad("", 5000000, "x")', 'too-large', /longer than/],
    ['a result that is endless when written out', doubled('{ "a": $v, "b": $v }'), 'too-large', /longer|nested/],
    ['a result 101 levels deep', `${'['.repeat(101)}1${']'.repeat(101)}`, 'too-large', /100 levels/],
  ])('refuses %s', async (_, expression, expected, text) => {
    const error = await failure(expression, {});
    expect(error).toMatchObject({ name: 'CustomerCodeError', code: expected });
    expect(error.message).toMatch(text);
  });

  it('takes results of 100 levels', async () => {
    const deep = `${'['.repeat(100)}1${']'.repeat(100)}`;
    expect(JSON.stringify(await code.evaluate(deep, {}))).toBe(deep);
  });

  it('refuses before it starts what is over a limit', async () => {
    expect(await failure(`"${'x'.repeat(310_000)}"`)).toMatchObject({ code: 'too-large' });
    expect(await failure('$', 'x'.repeat(4_200_000))).toMatchObject({ code: 'too-large' });
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(await failure('$', deep)).toMatchObject({ code: 'too-large', message: expect.stringMatching(/levels/) });
  });

  it.each([
    '$number(secret)',
    'secret + 1',
    '$error(secret)',
    '$assert(false, secret)',
    '$toMillis(secret)',
    '$eval(secret)',
    '$decodeUrl("%" & secret)',
    '$formatBase(10, 99) & secret',
    'secret.($nothing(secret))',
    '$lookupTable(secret, [secret, secret], secret)',
    '(secret ~> | $ | secret |)',
    '$fromMillis(1, secret)',
    '$formatNumber(1, secret)',
    '$sort([secret, 1, {}])',
    '[secret..3]',
    '$match(secret, secret)',
  ])('reports nothing of the input: %s', async (expression) => {
    const error = await failure(expression, { secret: 'CANARY-7731 [;;#.' });
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(
      /CANARY|7731/,
    );
  });
});

function doubled(step: string): string {
  return `($f := function($v, $n) { $n = 0 ? $v : $f(${step}, $n - 1) }; $f(1, 60))`;
}
