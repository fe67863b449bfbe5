import { createWriteStream, type Stats, type WriteStream } from 'node:fs';
import { chmod, chown, rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { cannotWrite } from './cannot-write.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError, type ExitCode } from './exit.js';
import { errorCodeOf, giveFreeName } from './give-name.js';
import { Output } from './output.js';
import { isStandardOutput, nameTaken, type OutputTarget, outputTarget } from './output-target.js';
import { beginPart, PART_MODE } from './part-file.js';
import { openAsUsual } from './write-new-file.js';

/** Options of commands whose text may go to a file. */
export const OUTPUT_FILE_OPTIONS = {
  output: { type: 'string', short: 'o', value: 'FILE', help: 'write to a file instead of standard output' },
  force: { type: 'boolean', short: 'f', help: 'with --output: replace a file that is there' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

type Work = (input: CommandInput) => Promise<ExitCode>;

/**
 * Does work whose output goes to the file that `--output` names: written beside it, and given the name when all of it is safe. What
 * throws leaves no file, and one that was there as it was. One that is replaced hands on its permissions; a pipe or device is written to.
 */
export async function toOutputFile(input: CommandInput, work: Work): Promise<ExitCode> {
  const file = textOption(input, 'output');
  const replace = input.options.force === true;
  if (file === undefined) {
    if (replace) throw new CommandError('--force needs --output FILE.');
    return work(input);
  }
  if (isStandardOutput(file)) return work(input);
  const guide = textOption(input, 'guide');
  const inputs = guide === undefined ? input.files : [...input.files, guide];
  const target = await outputTarget(file, { replace, inputs });
  if (target.kind === 'through')
    return writeTo(createWriteStream(file), { input, work, file, left: 'What is there so far is not whole.' });
  const part = await beginPart(target.path);
  try {
    const stream = createWriteStream(part.path, { flags: 'wx', flush: true, mode: PART_MODE });
    const code = await writeTo(stream, { input, work, file });
    await giveName(part.path, target, file);
    return code;
  } finally {
    await part.release();
  }
}

interface Writing {
  readonly input: CommandInput;
  readonly work: Work;
  readonly file: string;
  /** What there is when it fails. */
  readonly left?: string;
}

async function writeTo(stream: WriteStream, { input, work, file, left }: Writing): Promise<ExitCode> {
  // Whatever goes wrong with the file is told once, by what waits for it.
  const failed = new Promise<never>((_resolve, reject) => {
    stream.once('error', (error) => reject(cannotWrite(file, error, left)));
  });
  failed.catch(() => undefined);
  try {
    const output = new Output(stream);
    const code = await Promise.race([failed, work({ ...input, output })]);
    await Promise.race([failed, output.flush({ all: true })]);
    stream.end();
    // A device takes bytes as late as at its close.
    await finished(stream).catch((error: unknown) => {
      throw cannotWrite(file, error, left);
    });
    return code;
  } finally {
    stream.destroy();
  }
}

async function giveName(part: string, target: OutputTarget, file: string): Promise<void> {
  try {
    if (target.kind !== 'replaced') {
      await openAsUsual(part, 0o666);
      return await giveFreeName(part, target.path);
    }
    // Nobody may read of a file that is replaced what they could not read before.
    await handOn(part, target.old);
    await rename(part, target.path);
  } catch (error) {
    throw errorCodeOf(error) === 'EEXIST' ? nameTaken(file) : cannotWrite(file, error);
  }
}

/** Leaves the owner, or the group, as it is. */
const SAME = -1;

/**
 * Owner and permissions. Only root may give files away: without that, whoever writes owns what was written, and where the group cannot be kept
 * either, another group is not let in.
 */
async function handOn(part: string, { uid, gid, mode }: Stats): Promise<void> {
  const given = (owner: number): Promise<boolean> =>
    chown(part, owner, gid).then(
      () => true,
      () => false,
    );
  const hasGroup = (await given(uid)) || (await given(SAME));
  await chmod(part, mode & (hasGroup ? 0o777 : 0o707));
}
