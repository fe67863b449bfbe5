import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { virtualFilesContract } from '../../../src/testing/virtual-files-contract.js';
import { createDirectoryFiles } from '../../../src/transports/virtual-files/directory-files.js';
import { virtualFilesError } from '../../../src/transports/virtual-files/file-system-errors.js';
import { TemporaryFolder } from '../../cli/temporary-folder.js';

const temporary = new TemporaryFolder();
let folders = 0;

function emptyFolder(): string {
  const folder = temporary.at(`root-${++folders}`);
  mkdirSync(folder);
  return folder;
}

describe('files in a directory', () => {
  for (const check of virtualFilesContract(() => createDirectoryFiles(emptyFolder()))) it(check.name, check.run);

  it('makes files that nobody else may read, and no directory of its own', async () => {
    const folder = emptyFolder();
    const files = createDirectoryFiles(folder);
    await (await files.open('/a', 'create')).close();
    await files.makeDirectory('/in');
    expect(statSync(join(folder, 'a')).mode & 0o007).toBe(0);
    expect(statSync(join(folder, 'in')).mode & 0o007).toBe(0);
    const missing = createDirectoryFiles(temporary.at('not-mounted'));
    await expect(missing.list('/')).rejects.toMatchObject({ code: 'not-found' });
    await expect(missing.open('/a', 'create')).rejects.toMatchObject({ code: 'not-found' });
    expect(await missing.stat('/')).toBeUndefined();
    expect(() => createDirectoryFiles('')).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });

  it.skipIf(process.platform === 'win32')(
    'gives files the permissions it was given, whatever the process leaves out',
    async () => {
      const folder = emptyFolder();
      const before = process.umask(0o077);
      try {
        const [plain, open] = [createDirectoryFiles(folder), createDirectoryFiles(folder, { fileMode: 0o660 })];
        await (await plain.open('/plain', 'create')).close();
        await (await open.open('/created', 'create')).close();
        await (await open.open('/replaced', 'replace')).close();
      } finally {
        process.umask(before);
      }
      const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
      expect(['plain', 'created', 'replaced'].map(modeOf)).toEqual([0o600, 0o660, 0o660]);
    },
  );

  it('may be reached by a link itself', async () => {
    const folder = emptyFolder();
    symlinkSync(folder, temporary.at('by-link'));
    const files = createDirectoryFiles(temporary.at('by-link'));
    await (await files.open('/a', 'create')).close();
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('links', () => {
  const outside = temporary.at('outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), 'secret');

  function planted() {
    const folder = emptyFolder();
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(join(outside, 'secret'), join(folder, 'leak'));
    symlinkSync('/', join(folder, 'top'));
    symlinkSync(join(outside, 'new'), join(folder, 'dangling'));
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'within'));
    // A sibling whose name begins as the root's does is outside all the same.
    mkdirSync(`${folder}-sibling`);
    symlinkSync(`${folder}-sibling`, join(folder, 'sibling'));
    return { folder, files: createDirectoryFiles(folder) };
  }

  it('that lead out are followed by no step', async () => {
    const { files } = planted();
    for (const path of ['/out/secret', '/top/etc/passwd', '/sibling/x', '/leak', '/dangling']) {
      for (const mode of ['read', 'write', 'replace'] as const) {
        await expect(files.open(path, mode)).rejects.toMatchObject({ code: 'denied' });
      }
    }
    await expect(files.open('/out/x', 'create')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.list('/out')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.stat('/out/secret')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.remove('/out/secret')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.makeDirectory('/out/new')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.rename('/out/secret', '/mine')).rejects.toMatchObject({ code: 'denied' });
    await (await files.open('/a', 'create')).close();
    await expect(files.rename('/a', '/out/a')).rejects.toMatchObject({ code: 'denied' });
    await expect(files.setModified('/out/secret', 0)).rejects.toMatchObject({ code: 'denied' });
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  it('are not listed, and those that end inside are followed on the way', async () => {
    const { folder, files } = planted();
    expect((await files.list('/')).map(({ name }) => name)).toEqual(['real']);
    expect(await files.stat('/leak')).toBeUndefined();
    await (await files.open('/within/a', 'create')).close();
    expect(readdirSync(join(folder, 'real'))).toEqual(['a']);
  });

  it('can be taken away, and what they point to stays', async () => {
    const { files } = planted();
    await files.remove('/leak');
    expect(readdirSync(outside)).toEqual(['secret']);
  });
});

describe('what is no file', () => {
  it.skipIf(process.platform === 'win32')('is neither seen nor waited for', async () => {
    const folder = emptyFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const files = createDirectoryFiles(folder);
    expect(await files.list('/')).toEqual([]);
    expect(await files.stat('/pipe')).toBeUndefined();
    for (const mode of ['read', 'write', 'replace'] as const) {
      await expect(files.open('/pipe', mode)).rejects.toMatchObject({ code: 'denied' });
    }
  });
});

describe('a rename that a kill cut in two', () => {
  it('has two names for one file, and both ways out of it work', async () => {
    const folder = emptyFolder();
    const files = createDirectoryFiles(folder);
    writeFileSync(join(folder, 'temp'), 'all of it');
    linkSync(join(folder, 'temp'), join(folder, 'final'));
    await expect(files.rename('/temp', '/final')).rejects.toMatchObject({ code: 'exists' });
    await files.rename('/temp', '/final', { overwrite: true });
    expect(readdirSync(folder)).toEqual(['final']);
    expect(readFileSync(join(folder, 'final'), 'utf8')).toBe('all of it');
    await files.rename('/final', '/final', { overwrite: true });
    expect(readdirSync(folder)).toEqual(['final']);
  });
});

describe('errors of the system', () => {
  it('are told in the words of the port, with the system’s own as cause', () => {
    const codes = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'ENAMETOOLONG', 'EFBIG', 'EIO', 'EISDIR', 'ENOTEMPTY'];
    const told = codes.map((code) => {
      const cause = Object.assign(new Error('x'), { code });
      const error = virtualFilesError(cause);
      expect(error.cause).toBe(cause);
      return error.code;
    });
    const words = ['no-space', 'no-space', 'denied', 'denied', 'name-refused', 'too-large', 'failed'];
    expect(told).toEqual([...words, 'is-a-directory', 'not-empty']);
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('say that a directory may not be written to', async () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o555);
    await expect(createDirectoryFiles(folder).open('/a', 'create')).rejects.toMatchObject({ code: 'denied' });
  });

  it.skipIf(process.platform !== 'linux')('say that the disk is full', async () => {
    // A device that is always full stands in for the disk; it is reached as the system reaches it, not through the port.
    const file = await (await import('node:fs/promises')).open('/dev/full', 'w');
    const error = await file.write('x').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await file.close();
    expect(virtualFilesError(error).code).toBe('no-space');
  });
});
