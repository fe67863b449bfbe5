import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { ORDERS } from '../exchange/payer-simulator/orders.js';
import { type SimulatorOptions, serveSimulator } from '../exchange/payer-simulator/serve-simulator.js';
import { type AnyCommand, demandNoWords, UsageError } from './command.js';

/** A payer that nobody is behind, to try routes with. */
export const SIMULATOR_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'simulate-payer',
    usage: '[--port N] [--host ADDRESS] [--delay MS] [--username NAME --password-file FILE]',
    summary: 'Is a payer that answers any 270, until Ctrl-C: X12 by POST, and CAQH CORE (SOAP, MIME).',
    options: {
      port: { type: 'string', help: 'default: 8490' },
      host: { type: 'string', help: 'default: 127.0.0.1' },
      delay: { type: 'string', help: 'milliseconds before every answer; default: 0' },
      username: { type: 'string', help: 'whoever asks must log in by this name; default: nobody must' },
      'password-file': { type: 'string', help: 'the password of that name, in its first line' },
    },
    table: {
      title: 'By the member id of the subscriber it does, in place of a plausible answer:',
      rows: ORDERS.map(({ memberId, says }) => [memberId, says] as const),
    },
    runHere: async (args, here) => {
      demandNoWords('simulate-payer', args);
      const { options } = args;
      const server = await listening({
        host: typeof options.host === 'string' ? options.host : '127.0.0.1',
        port: numberOf(options.port, 'port', 8490, 65_535),
        delayMs: numberOf(options.delay, 'delay', 0, 600_000),
        login: loginOf(options.username, options['password-file']),
      });
      // It listens at an address and a port.
      const { address, port } = server.address() as AddressInfo;
      here.progress(`A payer answers at http://${address.includes(':') ? `[${address}]` : address}:${port}/`);
      here.progress('What it does by the member id of the subscriber says: ediloom-server simulate-payer --help');
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return {};
    },
    show: () => '',
  },
];

/** @throws UsageError where it cannot listen there. */
async function listening(options: SimulatorOptions) {
  try {
    return await serveSimulator(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const { host, port } = options;
    if (code === 'EADDRINUSE')
      throw new UsageError(`--port: ${port} of ${host} is in use by another program. 0 is any.`);
    if (code === 'EACCES') throw new UsageError(`--port: this user may not listen on ${port}. Take one from 1024 on.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`--host: ${host} is no address of this machine.`);
    throw error;
  }
}

function numberOf(text: string | boolean | undefined, name: string, usual: number, most: number): number {
  if (typeof text !== 'string') return usual;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name}: a whole number from 0 to ${most}.`);
}

/** @throws UsageError where one is there without the other, or the file cannot be read. */
function loginOf(username: unknown, file: unknown): SimulatorOptions['login'] {
  if (username === undefined && file === undefined) return undefined;
  if (typeof username !== 'string' || typeof file !== 'string' || username === '') {
    throw new UsageError('--username and --password-file: give both, or none.');
  }
  const [password = ''] = textOf(file).split(/\r?\n/, 1);
  if (password === '') throw new UsageError('--password-file: the first line of the file is empty.');
  return { username, password };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError('--password-file: the file cannot be read.');
  }
}
