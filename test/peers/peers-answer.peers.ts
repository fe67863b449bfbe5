import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

const { user, openssh, ftp, ftpCertificateFile } = inject('peers');

/** That the peers themselves are set up rightly: their own kind of client gets along with them. */
describe('the peers', () => {
  it("OpenSSH's sftp logs in at sshd with the key", () => {
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes'];
    const args = [
      '-q',
      '-i',
      openssh.keyFile,
      '-P',
      String(openssh.port),
      ...options.flatMap((option) => ['-o', option]),
    ];
    const done = spawnSync('sftp', [...args, '-b', '-', `${user.name}@127.0.0.1`], {
      input: 'ls /\n',
      encoding: 'utf8',
    });
    expect(done.stdout, done.stderr).toContain('/in');
  });

  it.each(ftp)('curl puts and gets a file: $name', ({ port, mode }) => {
    const folder = mkdtempSync(join(tmpdir(), 'peer-'));
    try {
      const file = join(folder, 'in.edi');
      writeFileSync(file, 'ISA*00*');
      const address = `${mode === 'implicit' ? 'ftps' : 'ftp'}://localhost:${port}/in/curl.edi`;
      const common = ['-sS', '--ssl-reqd', '--cacert', ftpCertificateFile, '-u', `${user.name}:${user.password}`];
      const put = spawnSync('curl', [...common, '-T', file, address], { encoding: 'utf8' });
      expect(put.status, put.stderr).toBe(0);
      const got = spawnSync('curl', [...common, address], { encoding: 'utf8' });
      expect(got.stdout, got.stderr).toBe('ISA*00*');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
