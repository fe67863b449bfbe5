import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { generateIdentity } from 'ediloom/transports/as2';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/commands.js';
import { readConfig } from '../../src/start/read-config.js';
import { type RunningServer, startServer } from '../../src/start/start-server.js';
import { VERSION } from '../../src/version.js';
import { runLine } from '../support/run-line.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-commands-'));
const env = { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_MS: '1000' };
const start = (): Promise<RunningServer> => startServer(readConfig(env), pino({ level: 'silent' }));

/** Runs a command line. */
const run = (line: string, environment: Readonly<Record<string, string>> = {}) =>
  runLine(line === '' ? [] : line.split(' '), { ...env, ...environment });

const partners = join(folder, 'partners.json');
const profile = { profileId: 'acme', profileType: 'partner', interchangeQualifier: 'ZZ', interchangeId: 'ACME' };

beforeAll(async () => {
  writeFileSync(partners, JSON.stringify({ profiles: [profile] }));
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ profiles: [{ profileId: 'acme' }] }));
  const { profileType, ...rest } = profile;
  writeFileSync(join(folder, 'misspelt.json'), JSON.stringify({ profiles: [{ ...rest, profileTyp: profileType }] }));
  await (await start()).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([['a running server'], ['a stopped one']])('on %s, a command', (kind) => {
  let server: RunningServer | undefined;
  beforeAll(async () => {
    if (kind === 'a running server') server = await start();
  });
  afterAll(() => server?.close());

  it('lists the accounts', async () => {
    const { code, out } = await run('accounts');
    expect(code).toBe(0);
    expect(out).toMatch(/^[\w-]+ {2}\d{4}-\S+Z {2}first account\n$/);
    const [account] = JSON.parse((await run('accounts --json')).out) as readonly { readonly id: string }[];
    expect(out.startsWith(account?.id ?? '?')).toBe(true);
  });

  it('makes a key pair of S3 for a bucket that is not there, and says so beside it', async () => {
    const made = await run('s3-keys create --name sync --mode live --buckets typo');
    expect(made).toMatchObject({ code: 0, error: 'There is no bucket typo yet.\n' });
    const [, id = ''] = /^AWS_ACCESS_KEY_ID=(\w+)\nAWS_SECRET_ACCESS_KEY=\w+\n$/.exec(made.out) ?? [];
    expect((await run('s3-keys')).out).toContain(id);
    expect(await run(`s3-keys delete ${id}`)).toMatchObject({ code: 0 });
  });

  it('makes a key, which opens the server at once, lists it and revokes it', async () => {
    const made = await run('keys create --name ci --mode live');
    expect(made).toMatchObject({ code: 0, error: '' });
    const key = made.out.trim();
    expect(made.out).toBe(`${key}\n`);
    const ask = () => fetch(`${server?.url}/2023-08-01/executions`, { headers: { authorization: key } });
    if (server !== undefined) expect((await ask()).status).toBe(200);
    const listed = await run('keys');
    expect(listed.out).not.toContain(key);
    const [id = ''] = /^\S+(?=.* ci$)/m.exec(listed.out) ?? [];
    expect(await run(`keys delete ${id}`)).toEqual({ code: 0, out: '', error: '' });
    if (server !== undefined) expect((await ask()).status).toBe(403);
    expect(await run(`keys delete ${id}`)).toMatchObject({ code: 1, out: '' });
  });

  it('shows what keys may do, from where and until when, and when they were used last', async () => {
    const made = await run(
      'keys create --name partner --mode live --scopes core:read,core:write --networks 127.0.0.0/8 --days 30',
    );
    expect(made).toMatchObject({ code: 0, error: '' });
    const entry = async () => (await run('keys list')).out.split('\n').find((line) => line.endsWith('  partner'));
    expect(await entry()).toMatch(
      /^\S+ {2}live {2}\S+Z {2}never used {2}expires \S+Z {2}core:read,core:write {2}127\.0\.0\.0\/8 {2}partner$/,
    );
    if (server !== undefined) {
      const ask = () => fetch(`${server?.url}/2023-08-01/executions`, { headers: { authorization: made.out.trim() } });
      expect((await ask()).status).toBe(200);
      while (!(await entry())?.includes('  used ')) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [id = ''] = /^\S+/.exec((await entry()) ?? '') ?? [];
    expect(await run(`keys delete ${id}`)).toMatchObject({ code: 0 });
  });

  it('replaces a key by another that may do the same, and has both good for a while', async () => {
    const name = server === undefined ? 'changed' : 'changing';
    const made = await run(`keys create --name ${name} --mode live --scopes core:read`);
    const idOf = async () => new RegExp(`^\\S+(?=.* ${name}$)`, 'm').exec((await run('keys')).out)?.[0] ?? '';
    const old = await idOf();
    const rotated = await run(`keys rotate ${old}`);
    expect(rotated).toMatchObject({ code: 0, error: '' });
    const status = async (key: string) =>
      (await fetch(`${server?.url}/2023-08-01/executions`, { headers: { authorization: key.trim() } })).status;
    if (server !== undefined) expect([await status(made.out), await status(rotated.out)]).toEqual([200, 200]);
    const listed = (await run('keys')).out.split('\n').filter((line) => line.endsWith(`  ${name}`));
    expect(listed.map((line) => line.includes('  core:read  '))).toEqual([true, true]);
    expect(listed.filter((line) => line.includes('  expires ')).map((line) => line.split(' ')[0])).toEqual([old]);
    expect(await run(`keys rotate ${old} --hours 0`)).toMatchObject({ code: 0 });
    if (server !== undefined) expect(await status(made.out)).toBe(403);
    expect(await run(`keys rotate ${old}`), 'it has expired').toMatchObject({ code: 1 });
    const [another] = listed.find((line) => !line.startsWith(old))?.split(' ') ?? [];
    expect(await run(`keys rotate ${another} --days 30`)).toMatchObject({ code: 0 });
    const ends = (await run('keys')).out
      .split('\n')
      .filter((line) => line.endsWith(`  ${name}`) && line.includes('expires'));
    expect(ends, 'the new one has an end as well').toHaveLength(3);
  });

  it('says of each row of a table why it cannot be imported, by line and column', async () => {
    const file = join(folder, 'payers.csv');
    writeFileSync(file, 'PrimaryPayerId,DisplayName\nN1,New\nN2,\n');
    expect(await run(`payers import ${file}`)).toEqual({
      ...{ code: 1, out: '' },
      error: 'Nothing was imported: 1 row cannot be.\n  Line 3: A new payer needs a displayName.\n',
    });
    writeFileSync(file, 'payer,transaction,npi\nNOBODY,eligibilityCheck,1999999984\n');
    expect((await run(`enrollments import ${file}`)).error).toContain('  Line 2: No payer has this id. Search');
  });

  it('finds payers by words, also where other commands begin with its name', async () => {
    expect(await run('payers brinkwater')).toMatchObject({ code: 0, out: expect.stringMatching(/^BRINK .*\n$/) });
    expect((await run('payers search brinkwater plan')).out).toContain('Brinkwater');
    expect((await run('payers qqqqqq')).out).toBe('No payer has such words in its names or ids.\n');
  });

  it('tells what is wrong with a payer route, also where it is one thing, and by its place in the file', async () => {
    const file = join(folder, 'routes.json');
    const route = {
      ...{ name: 'lake', kind: 'x12-post', sender: { qualifier: 'ZZ', id: 'ME' } },
      ...{ receiver: { qualifier: 'ZZ', id: 'LAKE' }, connection: { url: 'http://127.0.0.1:9/x12' } },
    };
    const faultOf = async (...routes: readonly object[]) => {
      writeFileSync(file, JSON.stringify({ routes: routes.map((one) => ({ ...route, ...one })) }));
      const { code, error } = await run(`payer-routes apply ${file} --dry-run`);
      expect(code).toBe(1);
      return error;
    };
    expect(await faultOf({}, { name: 'b', payers: [{ payer: 'NOBODY' }] })).toContain(
      '  /routes/1/payers/0/payer: No payer has this id.',
    );
    expect(await faultOf({ hours: { timeZone: 'Mars' } })).toContain('  /routes/0/hours/timeZone: There');
    expect(await faultOf({ connection: { url: 'https://a.example', uri: '' } })).toMatch(
      /^\/routes\/0\/connection\/uri is not known here/,
    );
    const secrets = { password: '$' + '{NOT_SET}' };
    expect(await faultOf({ secrets })).toContain('  /routes/0/secrets/password: The variable NOT_SET is not set.');
    expect(await faultOf({ hours: { timeZone: 'UTC', windows: [] } })).toMatch(
      /windows must have 1 to 50 items; it has 0/,
    );
    const login = { ...route.connection, username: 'me' };
    expect(await faultOf({ connection: login })).toContain(
      '  /routes/0/connection/username: It has no password: give it as',
    );
    const all = await faultOf(
      { name: 'one', connection: login, secrets, payers: [{ payer: 'NOBODY' }] },
      { name: 'two', kind: 'pigeon' },
      { name: 'three', hours: { timeZone: 'Mars' } },
      { name: 'four', payers: [{ payer: 'NOONE' }] },
    );
    expect(all.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
      'The',
      ...['/routes/0/secrets/password:', '/routes/0/payers/0/payer:', '/routes/1/kind'],
      ...['/routes/2/hours/timeZone:', '/routes/3/payers/0/payer:', ''],
    ]);
    expect(await faultOf({}, { position: 2 })).toContain('  /routes/1/name: /routes/0 has this name already.');
  });

  it('that tries a payer route ends with 1 where it cannot be asked', async () => {
    const file = join(folder, 'refused.json');
    const ids = { sender: { qualifier: 'ZZ', id: 'ME' }, receiver: { qualifier: 'ZZ', id: 'LAKE' } };
    const route = { name: 'refused', kind: 'x12-post', ...ids, connection: { url: 'http://127.0.0.1:9/x12' } };
    writeFileSync(file, JSON.stringify({ routes: [route] }));
    expect(await run(`payer-routes apply ${file}`)).toMatchObject({ code: 0 });
    expect(await run('payer-routes check refused')).toEqual({
      ...{ code: 1, out: '' },
      error: expect.stringMatching(
        /^FAILED {2}It cannot be asked: refused .* start the server with its network in ALLOW_PRI/,
      ),
    });
    // Not silent: whoever types it sees that it was done.
    expect(await run('payer-routes disable refused')).toMatchObject({ code: 0, out: 'It is disabled.\n' });
    expect(await run('payer-routes enable refused')).toMatchObject({ code: 0, out: 'It is enabled.\n' });
    expect(await run('payer-routes delete refused')).toMatchObject({ code: 0, out: 'It is deleted.\n' });
  });

  it('says what has failed, or that nothing has', async () => {
    expect((await run('status')).out).toMatch(
      /^Nothing has failed since \d{4}-\S+Z\.\nNo file was made since \S+Z\.\n$/,
    );
    expect(JSON.parse((await run('status --json --hours 1')).out)).toMatchObject({ failedFiles: [], failedJobs: 0 });
  });

  it('moves the older part of the audit into a file, and says that both are whole', async () => {
    const file = join(folder, `audit ${kind}.jsonl`).replaceAll(' ', '-');
    const moved = await run(`audit archive --before 2999-01-01 -o ${file}`);
    expect(moved).toMatchObject({ code: 0, error: '' });
    // The one that stopped has nothing left to move but what its predecessor has not chained yet.
    const entries = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    expect(moved.out).toBe(
      entries === 0
        ? 'There are no entries of earlier days; no file was made.\n'
        : `${entries} entries are now in ${file} alone. Keep it.\n`,
    );
    expect(await run('audit verify')).toMatchObject({ code: 0, out: expect.stringContaining('  whole: ') });
    expect(await run(`audit archive --before 2026-02-30 -o ${file}`)).toMatchObject({ code: 2 });
  });

  it.runIf(process.platform === 'linux')('says in words what is wrong with a file or folder to write', async () => {
    const link = join(folder, `link-${kind.length}`);
    symlinkSync(join(folder, 'nowhere'), link);
    const file = join(folder, `file-${kind.length}`);
    writeFileSync(file, '');
    const archive = 'audit archive --before 2999-01-01 -o';
    for (const [line, words] of [
      [`${archive} ${link}`, `${link} is a link to a file that is not there. Remove the link, or name another file.`],
      [`${archive} ${folder}`, `${folder} is there and is no file. Name a file.`],
      [`backup ${link}`, `${link} cannot be used: it is there already. Name another.`],
      [`backup ${file}`, `${file} cannot be used: it is, or lies below, a file that is no folder. Name another.`],
      // Newer Nodes name the file, older ones what is below it.
      [`backup ${file}/x`, ' cannot be used: it is, or lies below, a file that is no folder. Name another.'],
      // Where nothing can be made, and Node's own way of making folders never ends.
      ['backup /proc/none/x', '/proc/none cannot be used: it is not there, or its folder is not and cannot be made.'],
    ]) {
      const { code, error } = await run(line ?? '');
      expect({ line, code, error }).toEqual({ line, code: 1, error: expect.stringContaining(words ?? '') });
    }
    // What a program has in that place is not what the command would write over or remove.
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('knows the names that people try', async () => {
    for (const name of ['accounts', 'keys', 'jobs']) {
      const listed = await run(`${name} list`);
      expect(listed).toEqual(await run(name));
      expect(listed.code).toBe(0);
    }
    expect((await run('keys list --help')).out).toContain('Usage: ediloom-server keys');
  });

  it('lists jobs that failed, of which there are none, and has none done again', async () => {
    expect(await run('jobs')).toEqual({ code: 0, out: 'No job has failed for good.\n', error: '' });
    expect(await run('jobs --json --limit 5')).toEqual({ code: 0, out: '[]\n', error: '' });
    expect(await run('jobs retry --all')).toEqual({ code: 0, out: '0 jobs will be done again\n', error: '' });
    const misspelt = await run('jobs retry --kind batchcheck');
    expect(misspelt.out).toBe('0 jobs will be done again: none of this kind has failed for good, nor has any other.\n');
    const unknown = await run('jobs retry none');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.error).toContain('failed job');
  });

  it('tries a file of partners without a change', async () => {
    const tried = await run(`apply ${partners} --dry-run`);
    expect(tried).toMatchObject({ code: 0, error: '' });
    expect(tried.out).toMatch(/^created {2}profile {2}acme\n1 would change, 0 as they were\n$/);
    expect((await run('export')).out).not.toContain('acme');
  });

  it('prints the partners as a file that changes nothing when it is applied', async () => {
    const printed = await run('export');
    expect(printed).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(printed.out)).toMatchObject({ partnerships: [{ partnershipId: 'demo' }] });
    const again = join(folder, 'exported.json');
    writeFileSync(again, printed.out);
    expect((await run(`apply ${again}`)).out).toMatch(/^0 changed, [1-9]\d* as they were\n$/);
  });

  it('ends with 1 and the reason when it fails', async () => {
    const several = await run(`apply ${join(folder, 'misspelt.json')}`);
    expect(several).toMatchObject({ code: 1, out: '' });
    expect(several.error).toMatch(/^There are 2 problems:\n/);
    expect(several.error).toContain('\n  /profiles/0/profileTyp is not known here. Did you mean profileType?\n');
    expect(several.error).toContain('\n  /profiles/0/profileType is missing.\n');
    const wrong = await run(`apply ${join(folder, 'wrong.json')}`);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.error).not.toBe('');
    expect(await run(`apply ${join(folder, 'nothing.json')}`)).toMatchObject({ code: 1, out: '' });
  });

  it('ends with 2 for an account that is not there', async () => {
    const { code, error } = await run('export --account none');
    expect(code).toBe(2);
    expect(error).toContain('no such account');
  });
});

it('says what to do where the server does not answer, or does not know the token', async () => {
  const server = await start();
  try {
    const foreign = await run('accounts', { ADMIN_TOKEN: 'x'.repeat(32) });
    expect(foreign).toMatchObject({ code: 1, out: '' });
    expect(foreign.error).not.toBe('');
    writeFileSync(join(env.DATA_DIR, 'url'), 'http://127.0.0.1:1\n');
    const deaf = await run('accounts');
    expect(deaf.code).toBe(1);
    expect(deaf.error).toContain('Try again in a moment');
  } finally {
    await server.close();
  }
});

it('reaches a server that speaks TLS, whatever name its certificate has, and no other program', async () => {
  const pem = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  const [ours, stranger] = await Promise.all(
    ['edi.example.com', 'stranger'].map((commonName) => generateIdentity({ commonName, days: 10 })),
  );
  writeFileSync(pem.TLS_CERT, ours?.certificatePem ?? '');
  writeFileSync(pem.TLS_KEY, ours?.privateKeyPem ?? '');
  const server = await startServer(readConfig({ ...env, ...pem }), pino({ level: 'silent' }));
  const seen: unknown[] = [];
  const other = createServer({ cert: stranger?.certificatePem, key: stranger?.privateKeyPem }, (socket) => {
    socket.on('data', (data) => seen.push(data)).on('error', () => {});
  });
  try {
    expect(await run('accounts')).toMatchObject({ code: 0, error: '' });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    writeFileSync(join(env.DATA_DIR, 'url'), `https://127.0.0.1:${port}\n`);
    expect(await run('accounts')).toMatchObject({ code: 1, error: expect.stringContaining('does not answer') });
    expect(seen, 'the token is not sent to it').toEqual([]);
  } finally {
    other.close();
    await server.close();
  }
});

it('lists accounts, several of which want a choice', async () => {
  const made = await run('accounts create North');
  expect(made.code).toBe(0);
  const { code, error } = await run('keys');
  expect(code).toBe(2);
  expect(error).toContain('--account ID');
  expect(await run(`keys --account ${made.out.trim()}`)).toEqual({ code: 0, out: '', error: '' });
});

it.each([
  ['nothing'],
  ['start now'],
  ['accounts all'],
  ['accounts create'],
  ['accounts create North Clinic'],
  ['keys create --name ci'],
  ['keys create --mode live'],
  ['keys create ACCOUNT --name ci --mode live'],
  ['keys create --name ci --mode live --colour red'],
  ['keys create --name ci --mode live --scopes bogus'],
  ['keys create --name ci --mode live --scopes guides'],
  ['keys create --name ci --mode live --days 0'],
  // What a shell makes of a variable that is not set: a key for everything, from everywhere.
  ['keys create --name ci --mode live --scopes '],
  ['keys create --name ci --mode live --networks '],
  ['audit verify --account '],
  ['control-numbers raise +5 --partnership '],
  ['keys delete'],
  ['keys rotate'],
  ['keys rotate ID --days 0'],
  ['keys rotate ID --hours many'],
  ['keys list all'],
  ['status all'],
  ['status --hours none'],
  ['keys all'],
  ['keys rotate-master now'],
  ['jobs all'],
  ['jobs --limit none'],
  ['jobs retry'],
  ['jobs retry ID --all'],
  ['jobs retry --kind deliver --all'],
  ['apply'],
  ['export partners.json'],
])('does not understand "%s"', async (line) => {
  const { code, out, error } = await run(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/\nediloom-server (--help lists the commands|.+ --help tells more)\.\n$/);
});

it('names the scopes that there are, where one is unknown and in the help', async () => {
  const { error } = await run('keys create --name ci --mode live --scopes core:reed');
  expect(error).toContain('There is no scope "core:reed". Scopes are core:read, core:write, ');
  expect((await run('keys create --help')).out).toMatch(/core:read,\s+core:write,\s+partners:read/);
});

it('does not understand a setting, and names it', async () => {
  expect(await run('', { PORT: 'high' })).toEqual({
    code: 2,
    out: '',
    error: 'PORT must be a whole number from 0 to 65535.\n',
  });
});

it.each([
  ['audit', '"audit" wants one more word: audit verify, audit archive'],
  [
    'inbound shwo 7',
    'There is no command "inbound shwo". Did you mean "inbound show"? There are: inbound, inbound assign,',
  ],
  ['checks', '"checks" wants one more word: checks pdf, checks payer-answer.'],
  ['accounts foo', 'There is no command "accounts foo". There are: accounts, accounts create.'],
  [
    'claims undeliverd',
    'There is no command "claims undeliverd". Did you mean "claims undelivered"? There are: claims dismiss, claims find,',
  ],
  ['claims unmatched shwo 7', 'There is no command "claims unmatched shwo". Did you mean "claims unmatched show"?'],
  ['enrollments tasks ad 7 file', 'There is no command "enrollments tasks ad". Did you mean "enrollments tasks add"?'],
  ['enrollments task add 7', 'There is no command "enrollments task". Did you mean "enrollments tasks"?'],
  ['audit zzz --before 2026-01-01', 'There is no command "audit zzz". There are: audit archive, audit verify.'],
  ['claims --account zzz', '"claims" wants one more word: claims unmatched,'],
  ['stats', 'There is no command "stats". Did you mean "status"?'],
  ['--port 99', 'The server takes no option "--port": settings are environment variables, such as PORT=8480.'],
  ['schema --foo', 'There is no option "--foo" here.\nediloom-server schema --help tells more.'],
  ['audit archive', '--before is missing: a day, YYYY-MM-DD.\nediloom-server audit archive --help tells more.'],
  ['audit archive --before 2026-01-01', '--output is missing: the file to write, also as -o FILE.'],
  ['restore --numbers', '--numbers wants a value.'],
  ['status --hours -1', '--hours wants a value that does not begin with a dash.'],
  ['keys create --name ci --mode live --networks ', '--networks is empty: perhaps a variable is not set.'],
  ['keys rotate ID --hours x', '--hours is a whole number from 0 to 8760.'],
  ['inbound --limit 0', '--limit is a whole number from 1 on.'],
  ['inbound list all', 'inbound takes no "all".'],
  ['simulate-payer everybody', 'simulate-payer takes no "everybody".'],
  ['inbound show', 'inbound show takes the id of one interchange.'],
  ['inbound release a b', 'inbound release takes the id of one interchange.'],
  ['inbound assign a', '--partnership is missing: the id of the partnership'],
  ['key', 'There is no command "key". Did you mean "keys"?'],
  ['strat', 'There is no command "strat". Did you mean "start"?'],
])('says what is wrong with "%s", and where to read on', async (line, message) => {
  const { code, error } = await run(line);
  expect(code).toBe(2);
  expect(error).toContain(message);
});

it('shows in the help of a word the commands that begin with it, and no line longer than a terminal is wide', async () => {
  expect((await run('keys --help')).out).toMatch(/^Usage: ediloom-server keys \[.*\n {2}keys rotate /s);
  expect((await run('enrollments tasks --help')).out).toMatch(
    /^Usage: ediloom-server enrollments tasks COMMAND\n\n {2}enrollments tasks add /,
  );
  expect((await run('audit --help')).out).toMatch(/^Usage: ediloom-server audit COMMAND\n\n {2}audit verify /);
  for (const line of ['--help', ...COMMANDS.map(({ name }) => `${name} --help`)]) {
    const widths = (await run(line)).out.split('\n').map((text) => text.length);
    expect(Math.max(...widths), line).toBeLessThanOrEqual(80);
  }
  expect((await run('keys create --help')).out).toMatch(
    /^Usage: ediloom-server keys create --name NAME --mode test\|live \[--account ID\]\n {34}\[/,
  );
});

it('says of interchanges that none waits, and of one that is not there what to do', async () => {
  const [{ id } = { id: '' }] = JSON.parse((await run('accounts --json')).out) as readonly { readonly id: string }[];
  const inbound = (line: string) => run(`inbound${line} --account ${id}`);
  expect(await inbound('')).toEqual({ code: 0, out: 'No interchange waits.\n', error: '' });
  expect(JSON.parse((await inbound(' list --json')).out)).toEqual({ interchanges: [] });
  expect((await run('inbound --help')).out).toMatch(/^Usage: ediloom-server inbound \[.*\n {2}inbound release /s);
  const wrong = [
    [' show nobody', 'There is no interchange nobody; `ediloom-server inbound list` lists them.'],
    [' release nobody', 'interchange'],
    [' assign nobody --partnership nobody', 'The account has no such partnership.'],
  ] as const;
  for (const [line, text] of wrong) {
    const { code, out, error } = await inbound(line);
    expect([code, out], line).toEqual([2, '']);
    expect(error).toContain(text);
  }
});

it('makes no archive of nothing', async () => {
  const file = join(folder, 'nothing.jsonl');
  expect((await run(`audit archive --before 2000-01-01 -o ${file}`)).out).toBe(
    'There are no entries of earlier days; no file was made.\n',
  );
  expect(existsSync(file)).toBe(false);
});

it('groups commands in its help by what somebody wants, and those last that others ask', async () => {
  const lines = (await run('--help')).out.split('\n');
  const place = (line: RegExp) => lines.findIndex((one) => line.test(one));
  const [checks = 0, batches = 0, enrollments = 0, inner = 0, answers = 0] = [
    ...[place(/^Check whether patients are covered:$/), place(/^ {2}batches results /)],
    ...[place(/^Enroll providers with payers:$/), place(/^Asked by other commands:$/), place(/^ {2}batches answers /)],
  ];
  expect(Math.min(checks, batches, enrollments, inner, answers)).toBeGreaterThan(0);
  expect([checks, batches, enrollments, inner, answers]).toEqual(
    [checks, batches, enrollments, inner, answers].toSorted((a, b) => a - b),
  );
});

it('shows its help and its version', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: `ediloom-server ${VERSION}\n`, error: '' });
  const general = await run('--help');
  expect(general.code).toBe(0);
  expect((await run('help')).out).toBe(general.out);
  for (const { name, summary, options } of COMMANDS) {
    expect(general.out.replaceAll(/\s+/g, ' ')).toContain(summary);
    const help = await run(`${name} --help`);
    expect(help.code).toBe(0);
    expect(help.out.startsWith(`Usage: ediloom-server ${name}`)).toBe(true);
    for (const option of Object.keys(options ?? {}))
      expect(help.out).toMatch(new RegExp(`^ {2}--${option}(, -\\w)? +\\S`, 'm'));
  }
});
