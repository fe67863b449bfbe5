import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerCodeOptions } from '../../src/worker/create-customer-code.js';
import type { CustomerCode } from '../../src/worker/customer-code.js';

// Run from built files, which start faster than sources do, and so the place of the worker beside the program is tested too.

const HANG = '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)';

/** Workers killed in a row. The long form is `EDILOOM_RUNS=50 npx vitest run server/test/worker/hostile.test.ts`. */
const KILLS = Number(process.env.EDILOOM_RUNS ?? 15);

let folder: string;
let create: (options: CustomerCodeOptions) => CustomerCode;
const opened: CustomerCode[] = [];
let shared: CustomerCode | undefined;

beforeAll(async () => {
  const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  // Below the modules, so that the built worker finds JSONata.
  folder = await mkdtemp(join(inRoot('node_modules'), '.customer-code-'));
  await build({
    entryPoints: {
      main: inRoot('server/src/worker/create-customer-code.ts'),
      'worker/worker': inRoot('server/src/worker/worker.ts'),
    },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    splitting: true,
    logLevel: 'error',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const built: { createCustomerCode: typeof create } = await import(pathToFileURL(join(folder, 'main.js')).href);
  create = built.createCustomerCode;
});

afterAll(async () => {
  await Promise.all(opened.map((code) => code.close()));
  await rm(folder, { recursive: true });
});

function open(options: Partial<CustomerCodeOptions> = {}): CustomerCode {
  // A loaded machine takes long to start a worker.
  const code = create({ clock: { now: () => 0 }, workers: 1, patienceMs: 600_000, ...options });
  opened.push(code);
  return code;
}

describe('code that means harm', () => {
  it.each([
    ['a pattern that hangs', HANG],
    ['a call without end', '($f := function($n) { $f($n + 1) }; $f(1))'],
    ['a sum without end', '$sum([1..900000].$sum([1..900000]))'],
    ['a map over ten million', '$map([1..9999999], function($v) { $v * 2 })'],
    ['a sort that is never content', '$sort([1..900000], function($a, $b) { $random() > 0.5 })'],
    ['a regular expression of nested groups', '$contains($join([1..40].("x")) & "y", /^(x*)*$/)'],
    ['a replacement that hangs', '$replace($pad("", 60, "ab") & "!", /^((ab)*)*$/, "")'],
    ['a split that hangs', '$split($pad("", 40, "a") & "!", /(a|aa)+$/)'],
    ['what is reduced without end', '$reduce([1..900000], function($i, $j) { $sum([1..$j]) })'],
    ['$eval of what hangs', `$eval(${JSON.stringify(HANG)})`],
  ])('is stopped after its time: %s', async (_, expression) => {
    const code = open();
    await code.evaluate('1', {});
    await expect(code.evaluate(expression, {}, { timeoutMs: 300 })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:timeout|too-large)$/),
    });
    expect(await code.evaluate('a', { a: 1 })).toBe(1);
  });

  it.each([
    ['one long string', '$length($pad("x", 500000000))'],
    ['a string doubled', '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $length($f("xxxxxxxx", 25)))'],
    ['many strings', '[1..100000].$uppercase($pad("x", 10000) & $)'],
    ['lists of lists', '[1..1000].[[1..9000]]'],
    ['strings joined', '$join([1..900000].$pad("x", 1000))'],
    ['a replacement by what is longer', '$length($replace($pad("", 1000000, "a"), /a/, $pad("", 1000, "b")))'],
    ['base64 of a long string', '$base64encode($pad("x", 400000000))'],
  ])('is stopped at its memory, and the server lives: %s', async (_, expression) => {
    const code = open({ memoryMb: 64 });
    await expect(code.evaluate(expression, {}, { timeoutMs: 20_000 })).rejects.toMatchObject({
      code: expect.stringMatching(/^too-large$/),
      message: expect.stringMatching(/memory|list|longer/),
    });
    expect(await code.evaluate('a', { a: 1 })).toBe(1);
  });

  it.each([
    ['{}.constructor'],
    ['$.constructor'],
    ['"a".constructor'],
    ['$sum.constructor'],
    ['(function($x) { $x }).constructor'],
    ['(function($x) { $x }).environment'],
    ['$lookup({}, "constructor")'],
    ['$lookup({}, "__defineGetter__")'],
    ['"".constructor.constructor("return process")()'],
    ['$lookup($lookup("", "constructor"), "constructor")'],
    ['$lookup($$, "__proto__").constructor'],
    ['$lookup([], "constructor")'],
    ['[].constructor.constructor'],
    ['{"a": $}.a.__proto__.constructor'],
    ['$each({}, function($v, $k) { $v.constructor })'],
    ['$sift({ "a": 1 }, function($v, $k, $o) { $o.constructor })'],
    ['$map([1], function($v, $i, $a) { $a.constructor.constructor })'],
    ['$merge([{}, { "constructor": 1 }]).constructor.constructor'],
    ['$eval("$.constructor.constructor")'],
    ['$eval("process.exit()")'],
    ['$sum._jsonata_function'],
    ['$sum.implementation.constructor'],
    ['(function($x) { $x }).body'],
    ['(function($x) { $x }).input'],
    ['$match("a", /a/).next'],
    ['$match("a", /a/).constructor'],
    ['/a/.constructor'],
    ['$now.constructor'],
    ['$lookup($now, "constructor")'],
    ['$lookup($lookupTable, "caller")'],
    ['$lookup($tables, "__proto__")'],
    ['$process'],
    ['$globalThis'],
    ['process.env'],
    ['$lookup($uuid, "constructor")'],
    ['$tables.constructor'],
    ['$omitField.__proto__'],
    ['$lookupTable("__proto__", "a", "b")'],
    ['$lookupTable("constructor", "name", "Object")'],
    ['$.__proto__.__proto__'],
  ])('reaches nothing: %s', async (expression) => {
    shared ??= open();
    const result = shared.evaluate(expression, {});
    await expect(result.catch((error: { code: string }) => error.code)).resolves.toSatisfy(
      (value) => [undefined, 'failed', 'invalid'].includes(value) || JSON.stringify(value) === '[]',
    );
  });

  it.each([
    ['a value within itself', '$ ~> | $ | { "self": $ } |'],
    [
      'a value that is shared many times',
      '($f := function($v, $n) { $n = 0 ? $v : $f([$v, $v], $n - 1) }; $f("x", 40))',
    ],
  ])('gives nothing that has no end: %s', async (_, expression) => {
    shared ??= open();
    const result = shared.evaluate(expression, { a: 1 }).catch((error: { code: string }) => error.code);
    await expect(result).resolves.toSatisfy((value) => value === 'too-large' || JSON.stringify(value).length < 1_000);
  });

  it('keeps another account waiting no longer than a start takes', async () => {
    const code = open({ workers: 2 });
    await Promise.all(['good', 'bad'].map((accountId) => code.evaluate('1', {}, { accountId })));
    const endless = [HANG, '$sort([1..900000], function($a, $b) { $random() > 0.5 })', '$pad("", 400000000) & "x"'];
    let isOver = false;
    const attacks = Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        code.evaluate(endless[i % 3] ?? '', {}, { timeoutMs: 300, accountId: 'bad' }).catch(() => undefined),
      ),
    ).then(() => {
      isOver = true;
    });
    let longest = 0;
    let answered = 0;
    while (!isOver) {
      const begun = performance.now();
      expect(await code.evaluate('a', { a: 1 }, { accountId: 'good' })).toBe(1);
      longest = Math.max(longest, performance.now() - begun);
      answered++;
    }
    await attacks;
    expect(answered).toBeGreaterThan(10);
    expect(longest).toBeLessThan(2_000);
  });

  it('leaves a worker to those whose code ends, whoever hangs beside', async () => {
    const code = open({ workers: 2 });
    const hang = (accountId: string, timeoutMs: number) =>
      code.evaluate(HANG, {}, { timeoutMs, accountId }).catch((error: { code: string }) => error.code);
    // Two of them are known by now.
    expect(await Promise.all([hang('bad', 100), hang('worse', 100)])).toEqual(['timeout', 'timeout']);
    const again = ['bad', 'worse', 'bad', 'worse'].map((accountId) => hang(accountId, 600));
    let ended = 0;
    for (const one of again) void one.then(() => ended++);
    expect(await code.evaluate('1', {}, { accountId: 'good' })).toBe(1);
    expect(ended).toBe(0);
    expect(await Promise.all(again)).toEqual(['timeout', 'timeout', 'timeout', 'timeout']);
  });

  it('has workers beside those that take long, whoever has them', async () => {
    const code = open({ workers: 2 });
    await Promise.all(['a', 'b'].map((accountId) => code.evaluate('1', {}, { accountId })));
    const hangs = ['bad', 'worse'].map((accountId) =>
      code.evaluate(HANG, {}, { timeoutMs: 7_000, accountId }).catch((error: { code: string }) => error.code),
    );
    // Both have a worker, and nothing is known of them so far.
    expect(await code.evaluate('1', {}, { accountId: 'good' })).toBe(1);
    await code.close();
    expect(await Promise.all(hangs)).toEqual(['busy', 'busy']);
  });

  it('changes nothing that other expressions see', async () => {
    const code = open();
    for (const expression of [
      '{ "__proto__": { "polluted": 1 } }',
      '$merge([{}, { "__proto__": { "polluted": 1 } }])',
      '$ ~> | $ | { "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } } } |',
      '$spread({ "__proto__": { "polluted": 1 } })',
    ]) {
      await code.evaluate(expression, JSON.parse('{ "a": {}, "__proto__": { "polluted": 1 } }')).catch(() => undefined);
      expect(await code.evaluate('{ "own": $keys({}), "seen": $lookup({}, "polluted") }', {})).toEqual({});
      expect(await code.evaluate('polluted', {})).toBeUndefined();
    }
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('keeps such names as plain members', async () => {
    const given = JSON.parse('{ "__proto__": 1, "constructor": { "a": 2 }, "toString": 3 }');
    expect(JSON.stringify(await open().evaluate('$', given))).toBe(JSON.stringify(given));
    expect(JSON.stringify(await open().evaluate('{ "toString": 1, "__proto__": 2 }', {}))).toBe(
      '{"toString":1,"__proto__":2}',
    );
  });
});

describe('workers', () => {
  it(`take 200 expressions after ${KILLS} kills`, { timeout: 30_000 + KILLS * 3_000 }, async () => {
    const code = open({ workers: 2 });
    const kills = Array.from({ length: KILLS }, (_, i) =>
      code.evaluate(HANG, {}, { timeoutMs: 20, accountId: `a${i % 5}` }).catch((error: { code: string }) => error.code),
    );
    expect(new Set(await Promise.all(kills))).toEqual(new Set(['timeout']));
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, i) => code.evaluate('a + 1', { a: i }, { accountId: `a${i % 7}` })),
    );
    expect(sums).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  it('answer each its own, with failures and kills between', async () => {
    const code = open({ workers: 2 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 20 === 7) return code.evaluate(HANG, {}, { timeoutMs: 50, accountId: 'x' }).catch((e) => e.code);
        if (i % 3 === 0) return code.evaluate('$error("no")', {}, { accountId: 'y' }).catch((e) => e.code);
        return code.evaluate('n', { n: i }, { accountId: `z${i % 4}` });
      }),
    );
    expect(answers).toEqual(
      Array.from({ length: 60 }, (_, i) => (i % 20 === 7 ? 'timeout' : i % 3 === 0 ? 'failed' : i)),
    );
  });

  it('let accounts take turns', async () => {
    const code = open();
    const order: string[] = [];
    const ask = (accountId: string): Promise<unknown> =>
      code.evaluate('1', {}, { accountId }).then(() => order.push(accountId));
    await Promise.all([...Array.from({ length: 50 }, () => ask('many')), ask('one')]);
    expect(order.indexOf('one')).toBeLessThan(4);
  });

  it('leave one to the others while an account hangs', async () => {
    const code = open({ workers: 2 });
    let ended = 0;
    const hangs = [1, 2, 3].map(() =>
      code.evaluate(HANG, {}, { timeoutMs: 50_000, accountId: 'bad' }).catch(() => {
        ended += 1;
      }),
    );
    expect(await code.evaluate('1', {}, { accountId: 'good' })).toBe(1);
    expect(ended).toBe(0);
    await code.close();
    await Promise.all(hangs);
    expect(ended).toBe(3);
  });

  it('refuse what an account has too much of', async () => {
    const code = open({ waiting: { items: 3, size: 1_000 } });
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => code.evaluate('1', {}).then(String, (error: { code: string }) => error.code)),
    );
    expect(codes).toEqual(['1', '1', '1', '1', 'busy', 'busy']);
    await expect(code.evaluate('1', 'x'.repeat(2_000))).rejects.toMatchObject({ code: 'busy' });
  });

  it('refuse what has waited for too long, and run what comes after it', async () => {
    const code = open({ patienceMs: 50 });
    await code.evaluate('1', {});
    const endless = code.evaluate(HANG, {}, { timeoutMs: 2_000 }).catch((error: { code: string }) => error.code);
    await expect(code.evaluate('1', {}, { accountId: 'other' })).rejects.toMatchObject({ code: 'busy' });
    expect(await endless).toBe('timeout');
    // A new worker has to start, which takes longer than they wait here.
    await expect.poll(() => code.evaluate('1', {}).catch(() => 0), { timeout: 20_000 }).toBe(1);
  });

  it('all end when closed, busy or not', async () => {
    const before = children();
    const code = open({ workers: 2 });
    const running = [1, 2, 3, 4].map((i) =>
      code.evaluate(HANG, {}, { accountId: `a${i}` }).catch((error: { code: string }) => error.code),
    );
    await expect.poll(children).toBe(before + 2);
    await code.close();
    expect(await Promise.all(running)).toEqual(['busy', 'busy', 'busy', 'busy']);
    await expect.poll(children).toBe(before);
    await expect(code.evaluate('1', {})).rejects.toMatchObject({ code: 'busy' });
    await code.close();
  });

  it.runIf(process.platform === 'linux')('do not outlive a killed server', async () => {
    const main = pathToFileURL(join(folder, 'main.js')).href;
    const program = `const { createCustomerCode } = await import(${JSON.stringify(main)});
      const code = createCustomerCode({ clock: { now: () => 0 } });
      await code.evaluate('1', {});
      code.evaluate(${JSON.stringify(HANG)}, {}, { timeoutMs: 600_000 });
      setTimeout(() => console.log('hangs'), 200);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(server.stdout, 'data');
    const [worker] = (await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')).trim().split(' ');
    expect(isRunning(Number(worker))).toBe(true);
    server.kill('SIGKILL');
    for (let i = 0; i < 100 && isRunning(Number(worker)); i++) await sleep(50);
    expect(isRunning(Number(worker))).toBe(false);
  });
});

/** A zombie that nobody has fetched counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function children(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}
