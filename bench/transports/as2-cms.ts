import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { generateIdentity } from '../../src/transports/as2/certificates/generate-identity.js';
import { parseSize } from '../parse-size.js';
import type { CmsStep, CmsStepResult } from './as2-cms-child.js';

/**
 * Signing with encrypting, and decrypting with verifying, beside `openssl cms` on the same file in the same run:
 * `npx tsx bench/transports/as2-cms.ts --size 100MB` (best of `--passes`), `--size 1GB --passes 1 --ciphers aes256-cbc` for the peak
 * of memory.
 * Seconds are wall clock without the start of Node; openssl's with its start.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100MB' },
    passes: { type: 'string', default: '3' },
    ciphers: { type: 'string', default: 'aes256-cbc,aes256-gcm,3des' },
  },
});
const size = parseSize(values.size) ?? 100_000_000;
const passes = Number(values.passes);
const CIPHERS = { 'aes256-cbc': '-aes-256-cbc', 'aes256-gcm': '-aes-256-gcm', '3des': '-des3' } as const;

const directory = mkdtempSync(join(tmpdir(), 'ediloom-bench-'));
const file = (name: string): string => join(directory, name);
try {
  writeContent(file('content'));
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: 'bench', days: 2 });
  writeFileSync(file('cert.pem'), certificatePem);
  writeFileSync(file('key.pem'), privateKeyPem);
  const entryPoints = [fileURLToPath(new URL('as2-cms-child.ts', import.meta.url))];
  buildSync({
    entryPoints,
    outfile: file('child.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['node-forge'],
  });
  say(`${(size / 1e6).toFixed(0)} MB`, 'ours s', 'openssl s', 'ratio', 'our peak MB');
  for (const [cipher, option] of Object.entries(CIPHERS)) {
    if (!values.ciphers.split(',').includes(cipher)) continue;
    // The keys of the table above.
    const step = { directory, cipher: cipher as CmsStep['cipher'] };
    const sealed = best(() => ours({ ...step, verb: 'seal' }));
    tell(
      `sign, encrypt ${cipher}`,
      sealed,
      best(() => opensslSeal(option)),
    );
    const opened = best(() => ours({ ...step, verb: 'open' }));
    tell(`decrypt, verify ${cipher}`, opened, best(opensslOpen));
  }
  tell(
    'compress',
    best(() => ours({ directory, cipher: '3des', verb: 'compress' })),
  );
  tell(
    'decompress',
    best(() => ours({ directory, cipher: '3des', verb: 'decompress' })),
  );
} finally {
  rmSync(directory, { recursive: true });
}

function writeContent(path: string): void {
  const out = openSync(path, 'w');
  // Half of it can be compressed, as text can.
  const block = Buffer.from(randomBytes(384 * 1024).toString('hex'));
  for (let left = size; left > 0; left -= block.length) writeSync(out, block, 0, Math.min(left, block.length));
  closeSync(out);
}

function best(run: () => CmsStepResult): CmsStepResult {
  const results = Array.from({ length: passes }, run);
  return {
    seconds: Math.min(...results.map(({ seconds }) => seconds)),
    peakMegabytes: Math.max(...results.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

function ours(step: CmsStep): CmsStepResult {
  const done = spawnSync(process.execPath, [file('child.mjs'), JSON.stringify(step)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
}

function opensslSeal(cipher: string): CmsStepResult {
  const signer = ['-signer', file('cert.pem'), '-inkey', file('key.pem')];
  return timed([
    [
      'cms',
      '-sign',
      '-binary',
      '-md',
      'sha256',
      ...signer,
      '-in',
      file('content'),
      '-outform',
      'DER',
      '-out',
      file('their.sig'),
    ],
    [
      'cms',
      '-encrypt',
      '-binary',
      cipher,
      '-in',
      file('content'),
      '-outform',
      'DER',
      '-out',
      file('theirs'),
      file('cert.pem'),
    ],
  ]);
}

function opensslOpen(): CmsStepResult {
  const content = ['-content', file('opened'), '-out', file('verified')];
  return timed([
    [
      'cms',
      '-decrypt',
      '-binary',
      '-inform',
      'DER',
      '-in',
      file('theirs'),
      '-recip',
      file('cert.pem'),
      '-inkey',
      file('key.pem'),
      '-out',
      file('opened'),
    ],
    ['cms', '-verify', '-binary', '-inform', 'DER', '-in', file('their.sig'), ...content, '-CAfile', file('cert.pem')],
  ]);
}

function timed(commands: readonly (readonly string[])[]): CmsStepResult {
  const began = performance.now();
  for (const command of commands) {
    const done = spawnSync('openssl', command, { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`openssl ${command.join(' ')}: ${done.stderr}`);
  }
  return { seconds: (performance.now() - began) / 1000, peakMegabytes: 0 };
}

function tell(name: string, own: CmsStepResult, theirs?: CmsStepResult): void {
  const [their, ratio] = theirs ? [theirs.seconds.toFixed(2), (own.seconds / theirs.seconds).toFixed(2)] : ['', ''];
  say(name, own.seconds.toFixed(2), their, ratio, own.peakMegabytes.toFixed(0));
}

function say(name: string, ...cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(30)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
}
