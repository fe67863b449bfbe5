import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { confirmation, order } from '../test/circle/documents.js';
import { Instance } from '../test/circle/instance.js';
import { becomePartners, type SetName, type Trader, type Way } from '../test/circle/partners.js';
import { arrived, send } from '../test/circle/trading.js';
import { buildServer } from '../test/support/built-server.js';

/**
 * Two servers of this machine that trade: a shop orders over SFTP, a mill confirms over AS2, each acknowledges what it gets, and both
 * trace the order. Nothing is left behind.
 *
 *     npm run demo:partners [-- --port 8500] [-- --keep]
 */
const USAGE = `npm run demo:partners [-- --port N] [-- --keep]

Starts two servers in temporary folders, which become partners and trade an order.

  --port N  where the one answers, and the other at N + 1; default: any ports that are free
  --keep    both run on, to look at them, until Ctrl-C`;

const values = readOptions();

const ORDER = 'PO-20417';
const WIDTH = 80;

const colour = process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '';
const paint = (code: number, text: string): string => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
const [BOLD, DIM, RED, GREEN] = [1, 2, 31, 32] as const;
const NAMES: Readonly<Record<Trader['name'], string>> = { shop: 'Harbor Stores', mill: 'Kiln & Clay' };

/** Somebody ends it: what fails then is no trouble. */
let isEnding = false;
/** The servers that are being started. */
const starting: Promise<unknown>[] = [];
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'ediloom-partners-'));
const cleanings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isEnding = true;
    await cleanUp();
    process.exit(values.keep ? 0 : 130);
  });
}

try {
  await trade();
} catch (error) {
  if (!isEnding) console.error(paint(RED, `\n✗ ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
} finally {
  if (!values.keep || process.exitCode === 1) await cleanUp();
}

async function trade(): Promise<void> {
  heading('Two companies that trade, each with a server of its own');
  const built = await buildServer();
  cleanings.push(() => built.remove());
  const start = async (name: Trader['name'], place: number): Promise<Trader> => {
    const own = join(folder, name);
    mkdirSync(own);
    const port = values.port === undefined ? 0 : Number(values.port) + place;
    const started = Instance.start({ built, folder: own, settings: { PORT: String(port) } });
    // Whoever ends the demo meanwhile waits for it: a server that begins then would leave its folder behind.
    starting.push(
      started.then(
        (instance) => cleanings.unshift(() => instance.kill()),
        () => {},
      ),
    );
    const instance = await started.catch((error) => {
      throw new Error(`${NAMES[name]} cannot start. ${reasonOf(error)}`);
    });
    return { name, instance };
  };
  // One after the other, so that of two that cannot start one is told.
  const shop = await start('shop', 0);
  const mill = await start('mill', 1);
  await becomePartners([shop, mill], { ways: ['sftp', 'as2-sync'] });
  for (const { name, instance } of [shop, mill]) {
    const { sftp, as2 } = instance.doors;
    console.log(`  ${NAMES[name].padEnd(14)} ${instance.living[0]?.url}   SFTP ${sftp.port}   AS2 ${as2.port}`);
  }
  const ordered = { set: 'orders', what: `order ${ORDER}`, document: order(ORDER) } as const;
  const files = await exchange({ from: shop, to: mill, way: 'sftp', ...ordered });
  const confirmed = {
    set: 'confirmations',
    what: `the confirmation of ${ORDER}`,
    document: confirmation(ORDER),
  } as const;
  await exchange({ from: mill, to: shop, way: 'as2-sync', ...confirmed });
  for (const [{ name, instance }, id] of [[shop, files.sent] as const, [mill, files.received] as const]) {
    heading(`What ${NAMES[name]} knows of the order: ediloom-server trace`);
    console.log((await instance.command('trace', id)).trimEnd());
  }
  console.log(paint(GREEN, `\n✓ done after ${secondsSince(began)} s`));
  if (values.keep) console.log(`Both run on, until Ctrl-C. Their keys are below ${folder}.`);
}

interface Exchange {
  readonly from: Trader;
  readonly to: Trader;
  readonly way: Way;
  readonly set: SetName;
  readonly what: string;
  readonly document: object;
}

/** One file from one to the other, and the acknowledgment back. */
async function exchange({ from, to, way, set, what, document }: Exchange): Promise<{ sent: string; received: string }> {
  heading(`${NAMES[from.name]} sends ${what} over ${way === 'sftp' ? 'SFTP' : 'AS2'}`);
  const at = performance.now();
  const step = (text: string): void =>
    console.log(`  ${paint(GREEN, '✓')} ${text.padEnd(WIDTH - 16)} ${secondsSince(at)} s`);
  const { fileExecutionId, edi } = await send(from.instance, way, set, [document]);
  for (const segment of edi.split('~').filter((one) => one !== '')) console.log(paint(DIM, `  ${cut(`${segment}~`)}`));
  step(`${NAMES[from.name]} has made the file`);
  const isIn =
    (direction: string) =>
    (one: { readonly direction: string; readonly partnership: { readonly partnershipId: string } }) =>
      one.direction === direction && one.partnership.partnershipId.endsWith(way);
  const [received] = await arrived(to.instance, ORDER, { only: isIn('INBOUND') });
  step(`${NAMES[to.name]} has read it, and acknowledges it`);
  const isOurs = (one: { readonly fileExecutionId: string }): boolean => one.fileExecutionId === fileExecutionId;
  await arrived(from.instance, ORDER, { only: isOurs, is: ({ acknowledgment }) => acknowledgment === 'accepted' });
  step(`${NAMES[from.name]} knows that it was accepted`);
  return { sent: fileExecutionId, received: received?.fileExecutionId ?? '' };
}

function readOptions(): { readonly port?: string | undefined; readonly keep: boolean } {
  const options = {
    port: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  } as const;
  try {
    const { values: given } = parseArgs({ options });
    if (given.help !== true) return given;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function heading(text: string): void {
  console.log(`\n${paint(BOLD, text)}\n${paint(DIM, '─'.repeat(WIDTH))}`);
}

/** An ISA has 106 characters. */
function cut(text: string): string {
  return text.length <= WIDTH - 2 ? text : `${text.slice(0, WIDTH - 3)}…`;
}

function secondsSince(at: number): string {
  return ((performance.now() - at) / 1000).toFixed(1).padStart(5);
}

/** What a server says last before it ends. */
function reasonOf(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split('\n');
  return (lines.at(-1) ?? '').replace(/^.*ended with \d+: /, '');
}

async function cleanUp(): Promise<void> {
  await Promise.all(starting);
  for (const clean of cleanings.splice(0)) await clean();
}
