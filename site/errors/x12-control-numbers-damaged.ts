import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileControlNumbers } from 'ediloom/stores/file-control-numbers';

const scope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'BUYER',
  receiverQualifier: 'ZZ',
  receiverId: 'SELLER',
} as const;
const directory = await mkdtemp(join(tmpdir(), 'control-numbers-'));
await createFileControlNumbers({ directory }).next(scope);
// Somebody tidies up.
const [folder = ''] = await readdir(directory);
await writeFile(join(directory, folder, 'scope.txt'), '');
await createFileControlNumbers({ directory }).next(scope);
