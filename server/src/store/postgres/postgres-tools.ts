import { spawn } from 'node:child_process';
import { StoreError } from '../store.js';

/** Where a database is, as PostgreSQL's own programs take it. */
export interface ToolPlace {
  readonly url: string;
  /** Variables of this process: where the programs are found, and settings of theirs such as `PGSSLMODE`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Parameters of a URL that libpq knows, of those that connections of ours have. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['host', 'port', 'options', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'application_name', 'connect_timeout'],
]);
/** Enough for what a program says when it ends. */
const MAX_OUTPUT = 100_000;

/**
 * Runs `pg_dump` or `pg_restore` of the PATH on a database. The password goes by the environment: command lines are seen by every user of
 * the machine.
 * @throws StoreError `unavailable` with the program's own error line, or with what to install.
 */
export async function runTool(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  place: ToolPlace,
): Promise<void> {
  const { address, password } = toolAddress(place.url);
  const env = { ...place.environment, ...(password === '' ? {} : { PGPASSWORD: password }) };
  const child = spawn(program, [...args, `--dbname=${address}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT) output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => reject(notFound(program, cause)));
    child.once('close', resolve);
  });
  if (code !== 0) throw new StoreError('unavailable', `${program} failed. ${adviceOf(output)}`);
}

function notFound(program: string, cause: Error): StoreError {
  const text = `${program} is not in the PATH. Install PostgreSQL's client programs, not older than the server: the package postgresql-client of Debian and Ubuntu, postgresql of Fedora, libpq of Homebrew.`;
  return new StoreError('unavailable', text, { cause });
}

/** The first line that the program calls an error. What follows such a line may quote rows. */
function adviceOf(output: string): string {
  const line = output.split('\n').find((one) => /^pg_(?:dump|restore): (?:error|fatal|\[)/.test(one)) ?? '';
  if (/version mismatch|unsupported version/.test(output)) {
    return `${line} Install client programs of PostgreSQL that are not older than the server.`;
  }
  return line === '' ? 'It said nothing. See that the disk is not full.' : line.slice(0, 300);
}

function toolAddress(text: string): { readonly address: string; readonly password: string } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password);
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (!PARAMETERS.has(name)) url.searchParams.delete(name);
  return { address: url.href, password };
}
