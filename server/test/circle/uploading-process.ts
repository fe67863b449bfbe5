import { readFileSync } from 'node:fs';
import { type ForeignLogin, foreignClient } from './foreign-client.js';

// Begins an upload and never ends it: to be killed. Its arguments are how it logs in, a file with the bytes that it sends, and the path it gives them.

const [login = '', file = '', path = ''] = process.argv.slice(2);
// Written by `killedUpload`.
const client = await foreignClient(JSON.parse(login) as ForeignLogin);

async function* stalled() {
  yield readFileSync(file);
  await new Promise(() => setInterval(() => {}, 60_000));
}

await client.put(stalled(), path);
