import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, type TestContext } from 'vitest';

const run = promisify(execFile);
/** What npm says where the registry is not there, in place of the package. */
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

type Made = new (options: object) => object;
export type Answer = Readonly<Record<string, unknown>>;

interface Sender {
  send(command: object): Promise<Answer>;
}

/** What a published package exports. */
export type Published = Readonly<Record<string, unknown>>;

/**
 * Installs a published package as its users have it, without its scripts, into a folder of its own that goes with the test, and loads it.
 * A registry that cannot be reached skips the test, and says so.
 */
export async function installPublished(context: TestContext, name: string, version: string): Promise<Published> {
  const folder = mkdtempSync(join(tmpdir(), 'published-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--fetch-retries', '1'];
  try {
    await run('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`]);
  } catch (error) {
    if (!UNREACHABLE.test(String(error))) throw error;
    context.skip(`The npm registry cannot be reached, so that ${name}@${version} was not tried.`);
  }
  return createRequire(join(folder, 'package.json'))(name) as Published;
}

/** Makes something of a class that the package exports. */
export function made(published: Published, name: string, options: object): object {
  const found = published[name];
  if (typeof found !== 'function') throw new Error(`The package has no ${name}.`);
  // Packages of this kind export nothing but classes under such names.
  return new (found as Made)(options);
}

export interface PublishedClient {
  /** The client itself, for what takes it: paginators. */
  readonly client: object;
  /** Sends a command by its name, without the `Command` behind it. @throws what the client throws. */
  send(command: string, input: object): Promise<Answer>;
  /** The same by the class that the client extends: over the route that the interface documents, where the client itself would go to a cloud of its own. */
  sendDocumented(command: string, input: object): Promise<Answer>;
}

/**
 * A client of the package, with its defaults but for where it goes.
 * @param className as the package exports it: `SftpClient`.
 * @param endpoint with the version segment: `http://127.0.0.1:8480/2022-04-01`.
 */
export function publishedClient(
  published: Published,
  className: string,
  { endpoint, apiKey }: { readonly endpoint: string; readonly apiKey: string },
): PublishedClient {
  const client = made(published, className, { region: 'us', endpoint, apiKey });
  // Every client of these packages has it; the prototype of its class, and that of the one it extends, every version has.
  const own = client as Sender;
  const documented = Object.getPrototypeOf(Object.getPrototypeOf(client)) as Sender;
  const sending = (send: Sender['send']) => async (command: string, input: object) => {
    const { $metadata: _, ...body } = await send.call(client, made(published, `${command}Command`, input));
    return body;
  };
  return {
    client,
    send: (command, input) => sending(own.send)(command, input),
    // Looked for by those alone that need it.
    sendDocumented: (command, input) => sending(documented.send)(command, input),
  };
}

/** What a client throws. */
export async function failure(work: Promise<unknown>): Promise<Answer> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  // It has further members.
  return error as Answer;
}
