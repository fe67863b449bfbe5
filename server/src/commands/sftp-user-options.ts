import { readFile } from 'node:fs/promises';
import { Problem } from '../problems.js';
import { UsageError } from './command.js';

/** Members as operations name them, and the options by which the command line gives them. */
const OPTIONS: Readonly<Record<string, string>> = {
  '/homeDirectory': '--home',
  '/description': '--description',
  '/bucketName': '--bucket',
  '/publicKeys': '--public-key',
};
/** A file of keys is some lines. */
const MOST_BYTES = 100_000;

/** Does the work of a command; what a resource refuses names options of the command line in place of members of JSON. */
export async function forSftpOptions<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'not-found') {
      throw new UsageError(`${error.message} \`ediloom-server sftp-users\` lists them.`);
    }
    // Each of the things that are in the way is a line of its own.
    if (error.kind !== 'invalid' && error.errors.length > 0) throw error;
    const messages = error.errors.length === 0 ? [error.message] : error.errors.map(({ message }) => message);
    const text = messages.map(inOptions).join('\n');
    throw error.kind === 'invalid' ? new UsageError(text) : new Problem(error.kind, text, { code: error.code });
  }
}

function inOptions(message: string): string {
  const said = Object.entries(OPTIONS).find(([member]) => message.startsWith(member));
  return said === undefined ? message : `${said[1]}${message.slice(said[0].length)}`;
}

/** Lines of a file, as `authorized_keys` has them. @throws UsageError. */
export async function publicKeysIn(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(
      'The file of --public-key cannot be read. Give the path of a file that ssh-keygen has made: id_ed25519.pub.',
    );
  });
  if (text.includes('PRIVATE KEY')) {
    throw new UsageError(
      'The file of --public-key has a private key, which stays with its owner. Give the one that ends in .pub.',
    );
  }
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0 || text.length > MOST_BYTES) {
    throw new UsageError('The file of --public-key must have lines such as ssh-ed25519 AAAA... comment.');
  }
  return lines;
}
