import { spawnSync } from 'node:child_process';
import { run } from './install.js';

/** Who logs in at the peers. */
export interface PeerUser {
  readonly name: string;
  readonly password: string;
  readonly uid: number;
  readonly gid: number;
}

/** Makes a user of the machine, or finds the one made before, with a new password. */
export function makePeerUser(home: string): PeerUser {
  const name = 'ediloom-peer';
  const password = `s3cret-${process.pid}`;
  if (spawnSync('id', [name]).status !== 0) run('useradd', ['-M', '-s', '/bin/sh', name]);
  run('usermod', ['-d', home, name]);
  run('chpasswd', [], undefined, `${name}:${password}\n`);
  return { name, password, uid: Number(run('id', ['-u', name])), gid: Number(run('id', ['-g', name])) };
}
