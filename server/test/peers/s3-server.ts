import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts, startDaemon } from '../../../test/peers/servers/daemon.js';

export interface S3Server {
  /** With its one bucket, as `s3Objects` takes it. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts s3rver, a store in memory of the same protocol, on loopback; in a process of its own, which it was written for. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-s3-'));
  const port = await freePorts(1);
  const program = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin/s3rver.js');
  // Its marks of where a list goes on, from the 1001st object, are ciphered with what OpenSSL has laid aside since.
  const args = [
    '--openssl-legacy-provider',
    program,
    '-d',
    folder,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--configure-bucket',
    'objects',
    '--no-vhost-buckets',
  ];
  const daemon = await startDaemon(process.execPath, args, { ports: [port], log: join(folder, 'log') });
  return {
    // The key and the secret that s3rver knows.
    url: `s3://S3RVER:S3RVER@objects?endpoint=http://127.0.0.1:${port}`,
    stop: async () => {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
