import type { Readable } from 'node:stream';
import SftpClient from 'ssh2-sftp-client';
import type { Instance } from './instance.js';
import { interchangeIdOf, PASSWORD, type Way } from './partners.js';

/** A session at the SFTP server of the mill as the shop's user of a way, by a client that is not ours; to be ended. */
export async function login(mill: Instance, way: Way): Promise<SftpClient> {
  const client = new SftpClient();
  await client.connect({
    host: '127.0.0.1',
    port: mill.doors.sftp.port,
    username: interchangeIdOf('shop', way),
    password: PASSWORD,
  });
  return client;
}

/** Puts a file where the shop's files come in at the mill, under its name from the first byte on. */
export async function upload(
  mill: Instance,
  way: Way,
  name: string,
  content: Readable | Buffer,
  directory = 'in',
): Promise<void> {
  const client = await login(mill, way);
  try {
    await client.put(content, `/${directory}/${name}`);
  } finally {
    await client.end();
  }
}
