import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { StorageRoom } from '../../../src/objects/storage-room.js';
import { Problem } from '../../../src/problems.js';
import { Spool } from '../../../src/resources/bucket-files/spool.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A disk with room for so many bytes. */
function diskOf(most: number) {
  let taken = 0;
  const room: StorageRoom = {
    open: async () => {
      let came = 0;
      return {
        add: (bytes) => {
          if (taken + bytes > most) throw new Problem('unavailable', 'full', { code: 'DISK_FULL' });
          taken += bytes;
          came += bytes;
        },
        keep: () => {
          throw new Error('It is no object of anybody.');
        },
        end: () => {
          taken -= came;
          came = 0;
        },
      };
    },
  };
  return { room, taken: () => taken };
}

const KB = 1024;

it('takes room on the disk for what lies there, each byte once, and gives it back', async () => {
  const { room, taken } = diskOf(300 * KB);
  const spool = new Spool({ folder, encrypt: false, room });
  await spool.write(0, Buffer.alloc(60 * KB));
  expect(taken()).toBe(0);
  await spool.write(60 * KB, Buffer.alloc(60 * KB));
  await spool.write(0, Buffer.alloc(100 * KB));
  await spool.truncate(10 * KB);
  await spool.write(0, Buffer.alloc(120 * KB));
  expect(taken()).toBe(120 * KB);
  const other = new Spool({ folder, encrypt: true, room });
  await expect(other.write(0, Buffer.alloc(181 * KB))).rejects.toMatchObject({ code: 'no-space' });
  await other.close();
  await expect(spool.write(120 * KB, Buffer.alloc(181 * KB))).rejects.toMatchObject({ code: 'no-space' });
  expect([spool.size, taken()]).toEqual([120 * KB, 120 * KB]);
  await expect(spool.truncate(400 * KB)).rejects.toMatchObject({ code: 'no-space' });
  await spool.close();
  await spool.close();
  expect(taken()).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
