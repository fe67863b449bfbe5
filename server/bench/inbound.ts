import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEngine } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { claimBatch, order } from '../test/circle/documents.js';
import { Hook } from '../test/circle/hook.js';
import { Instance } from '../test/circle/instance.js';
import { becomePartners, interchangeIdOf, type Trader } from '../test/circle/partners.js';
import { Poller } from '../test/circle/read-all.js';
import { executionsOf, type ShownExecution, send } from '../test/circle/trading.js';
import { until } from '../test/circle/until.js';
import { upload } from '../test/circle/upload.js';
import { buildServer } from '../test/support/built-server.js';
import { processorSeconds, residentMb } from './process-figures.js';

/**
 * Files of partners, as they come: one of 5,000 claims over SFTP until its 999 is delivered and the webhook sent; a large one, while
 * memory and the writes of another account are watched; and a thousand in one poll.
 *
 *     npm run bench:inbound [-- --claims 5000] [-- --megabytes 200] [-- --files 1000]
 */
const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '5000' },
    megabytes: { type: 'string', default: '200' },
    files: { type: 'string', default: '1000' },
  },
});

/** What the parts are to stay below. */
const LIMITS = { claimsMs: 10_000, residentMb: 300, writeMs: 100 } as const;
/** How long another account writes alone before the large file comes. */
const ALONE_MS = 10_000;
/** Its ISA13: unlike those of the acknowledgments that come of the poll. */
const LARGE_NUMBER = 900_000_001;
/** Claims of a set of the large file. */
const CLAIMS_OF_SET = 500;
const HOURS_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'ediloom-inbound-bench-'));
const built = await buildServer();
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => built.remove()];
try {
  const hook = await Hook.open(folder);
  closing.unshift(() => hook.close());
  const start = async (name: Trader['name']): Promise<Trader> => {
    const own = join(folder, name);
    mkdirSync(own);
    const settings = { TRUSTED_CA_FILE: hook.caFile, LOG_LEVEL: 'error' };
    const instance = await Instance.start({ built, folder: own, settings });
    closing.unshift(() => instance.kill());
    return { name, instance };
  };
  const traders = [await start('shop'), await start('mill')] as const;
  // The shop does not look yet.
  await becomePartners(traders, { ways: ['polled'], isPolling: false });
  const [, { instance: mill }] = traders;
  await mill.call('POST', '/2026-02-01/destinations', {
    body: { name: 'hook', destinationUrl: hook.url, eventTypes: ['file.processed.v2'], concurrencyLimit: 20 },
  });
  if (Number(values.claims) > 0) await claims(mill, hook);
  if (Number(values.files) > 0) await poll(traders);
  // Last: with another account, commands would have to say which is meant.
  if (Number(values.megabytes) > 0) await largeFile(mill);
} finally {
  for (const close of closing) await close();
}

/** One set of many claims, from the first byte of the upload on. */
async function claims(mill: Instance, hook: Hook): Promise<void> {
  const path = join(folder, 'claims.edi');
  writeFileSync(path, await claimFile(1, { claims: Number(values.claims) }));
  const begun = performance.now();
  await upload(mill, 'polled', 'claims.edi', createReadStream(path));
  const at = { put: since(begun), read: 0, answered: 0, told: 0 };
  const file = await finished(mill, ({ direction }) => direction === 'INBOUND');
  at.read = since(begun);
  await finished(mill, ({ direction }) => direction === 'OUTBOUND');
  at.answered = since(begun);
  await until('the webhook', async () => hook.delivered.find(({ body }) => body.includes(file.executionId)));
  at.told = since(begun);
  console.log(
    `${values.claims} claims over SFTP (${file.status}): put ${seconds(at.put)}, read ${seconds(at.read)}, 999 delivered ${seconds(at.answered)}`,
  );
  print('999 delivered and webhook sent', Math.max(at.told, at.answered), LIMITS.claimsMs, 'ms');
}

/** Many sets, while memory is looked at and another account writes. */
async function largeFile(mill: Instance): Promise<void> {
  const path = join(folder, 'large.edi');
  const one = await claimFile(LARGE_NUMBER, { claims: CLAIMS_OF_SET });
  const sets = Math.ceil((Number(values.megabytes) * 1_000_000) / one.length);
  writeFileSync(path, await claimFile(LARGE_NUMBER, { claims: CLAIMS_OF_SET, sets }));
  const other = await anotherAccount(mill);
  const pid = mill.living[0]?.child.pid ?? 0;
  const before = residentMb(pid);
  let most = before;
  const alone: number[] = [];
  const writes: number[] = [];
  let isAlone = true;
  let isOver = false;
  const watching = [
    (async () => {
      while (!isOver) {
        most = Math.max(most, residentMb(pid));
        await setTimeout(50);
      }
    })(),
    (async () => {
      for (let number = 0; !isOver; number++) {
        const begun = performance.now();
        await other(number);
        (isAlone ? alone : writes).push(since(begun));
        await setTimeout(20);
      }
    })(),
  ];
  await setTimeout(ALONE_MS);
  isAlone = false;
  const begun = performance.now();
  await upload(mill, 'polled', 'large.edi', createReadStream(path));
  const put = since(begun);
  const file = await finished(mill, ({ source }) => source?.name === 'large.edi');
  const took = since(begun);
  isOver = true;
  await Promise.all(watching);
  console.log(
    `${values.megabytes} MB, ${sets} sets of ${CLAIMS_OF_SET} claims (${file.status}, ${file.transactionCount} transactions, ${file.faultMessage ?? 'no fault'}): put ${seconds(put)}, read ${seconds(took)}`,
  );
  print('resident memory of the server', most, LIMITS.residentMb, `MB, ${before.toFixed(0)} before`);
  print('longest write of another account', Math.max(...writes), LIMITS.writeMs, `ms, of ${writes.length}`);
  // The machine has its part in it: what the file adds is what is longer than these.
  console.log(`  its writes: ${spread(writes)}; before the file came: ${spread(alone)}`);
}

/** Files that lie at the partner's when it is looked for them the first time. */
async function poll(traders: readonly [Trader, Trader]): Promise<void> {
  const [{ instance: shop }, { instance: mill }] = traders;
  const files = Number(values.files);
  for (let number = 0; number < files; number += 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, files - number) }, (_, n) =>
        send(mill, 'polled', 'orders', [order(`PO-${number + n}`)]),
      ),
    );
  }
  await polledExecutions(mill, 'OUTBOUND', files);
  const pid = shop.living[0]?.child.pid ?? 0;
  await becomePartners(traders, { ways: ['polled'] });
  const before = processorSeconds(pid);
  const begun = performance.now();
  const [first, last] = await polledExecutions(shop, 'INBOUND', files);
  const took = last - first;
  const after = processorSeconds(pid);
  const perFile = (seconds: number): string => `${((seconds * 1000) / files).toFixed(1)} ms`;
  console.log(
    `${files} files in one poll: the first after ${seconds(first - begun)}, all read ${seconds(took)} later, ${((files * 1000) / took).toFixed(0)} a second`,
  );
  console.log(
    `  processor time of a file: ${perFile(after.own - before.own)} in the server, ${perFile(after.readers - before.readers)} in its readers`,
  );
}

/** Waits until so many have come to their end, by polling: a list would be longer each time. @returns when the first and the last had. */
async function polledExecutions(
  instance: Instance,
  direction: ShownExecution['direction'],
  count: number,
): Promise<readonly [first: number, last: number]> {
  const poller = new Poller<
    Pick<ShownExecution, 'executionId' | 'status' | 'direction'> & { readonly [id: string]: unknown }
  >(instance, 'executions', instance.liveKey);
  const ended = new Set<string>();
  let first = 0;
  await until(
    `${count} files ${direction}`,
    async () => {
      while ((await poller.poll()) > 0);
      for (const one of poller.items.splice(0)) {
        if (one.direction === direction && one.status === 'COMPLETED') ended.add(one.executionId);
      }
      if (first === 0 && ended.size > 0) first = performance.now();
      return ended.size >= count ? true : undefined;
    },
    { ms: HOURS_MS },
  );
  return [first, performance.now()];
}

/** Another account that sends orders into a bucket. @returns what sends one. */
async function anotherAccount(mill: Instance): Promise<(number: number) => Promise<unknown>> {
  const account = (await mill.command('accounts', 'create', 'another')).trim();
  const created = await mill.command('keys', 'create', '--account', account, '--name', 'bench', '--mode', 'live');
  const key = /live_\S+/.exec(created)?.[0] ?? '';
  const path = join(folder, 'another.json');
  const set = { release: '004010', transactionSetIdentifier: '850', guide: '850-004010' };
  const file = {
    buckets: [{ bucketName: 'another' }],
    profiles: [
      { profileId: 'we', profileType: 'local', interchangeQualifier: 'ZZ', interchangeId: 'ANOTHER' },
      { profileId: 'they', profileType: 'partner', interchangeQualifier: 'ZZ', interchangeId: 'THEY' },
    ],
    partnerships: [
      {
        ...{ partnershipId: 'another', localProfileId: 'we', partnerProfileId: 'they' },
        ...{ interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' },
        connections: [{ connectionType: 'bucket', name: 'out', bucketName: 'another', outboundSubdirectory: 'out' }],
        outboundTransactions: [
          { outboundX12TransactionSettingsId: 'another-850', ...set, connection: { name: 'out' } },
        ],
      },
    ],
  };
  writeFileSync(path, JSON.stringify(file));
  await mill.command('apply', path, '--account', account);
  const send = (number: number): Promise<unknown> => {
    const body = { transactionGroups: [{ transactionSettingId: 'another-850', transactions: [order(`A-${number}`)] }] };
    return mill.call('POST', '/2023-08-01/x12/partnerships/another/generate-edi', { body, key });
  };
  // The guide is compiled once.
  await send(0);
  return send;
}

/** A file of the shop with so many sets of so many claims. */
async function claimFile(
  controlNumber: number,
  { claims, sets = 1 }: { readonly claims: number; readonly sets?: number },
): Promise<string> {
  const engine = createEngine({ guides: [await loadGuide('837P-005010X222A1')], clock: Date.now });
  const header = {
    ...{ senderQualifier: 'ZZ', senderId: interchangeIdOf('shop', 'polled'), receiverQualifier: 'ZZ' },
    ...{ receiverId: interchangeIdOf('mill', 'polled'), usageIndicatorCode: 'P', controlNumber },
  };
  const numbers = Array.from({ length: claims }, (_, n) => `C${controlNumber}-${n}`);
  const data = claimBatch(`B${controlNumber}`, numbers);
  const { bytes } = engine.generate({
    interchanges: [{ header, groups: [{ transactions: [{ guide: '837P-005010X222A1', data }] }] }],
  });
  const text = new TextDecoder().decode(bytes);
  const [begin, end] = [text.indexOf('ST*837'), text.indexOf('GE*1*')];
  // Written again and again: so much JSON at once would have no room.
  const set = text.slice(begin, end);
  const all = Array.from({ length: sets }, (_, n) => {
    const number = String(n + 1).padStart(4, '0');
    return set.replace('ST*837*0001', `ST*837*${number}`).replace(/(SE\*\d+\*)0001/, `$1${number}`);
  });
  return [text.slice(0, begin), ...all, text.slice(end).replace('GE*1*', `GE*${sets}*`)].join('');
}

/** The file that is meant, once it has a final state. */
function finished(instance: Instance, isMeant: (one: ShownExecution) => boolean): Promise<ShownExecution> {
  return until(
    'the file to be read',
    async () =>
      (await executionsOf(instance)).find((one) => isMeant(one) && !['STARTED', 'IN_PROGRESS'].includes(one.status)),
    { ms: HOURS_MS },
  );
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  return `median ${at(0.5)}, 95 % below ${at(0.95)}, 99 % ${at(0.99)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
}

function print(what: string, value: number, limit: number, unit: string): void {
  console.log(
    `  ${what.padEnd(34)} ${value.toFixed(0).padStart(8)} ${unit}   ${(value / limit).toFixed(2)} of the limit of ${limit}`,
  );
}

function since(begun: number): number {
  return performance.now() - begun;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
