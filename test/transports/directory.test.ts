import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../src/delivery/payload.js';
import { createFileJournal } from '../../src/stores/file-journal.js';
import { transportContract } from '../../src/testing/transport-contract.js';
import { createDirectoryTransport, type DirectoryTransportOptions } from '../../src/transports/directory.js';
import { createDirectoryFiles } from '../../src/transports/virtual-files/directory-files.js';
import { TemporaryFolder } from '../cli/temporary-folder.js';
import { virtualHarness } from './files/virtual-harness.js';

const temporary = new TemporaryFolder();
let partners = 0;

function emptyPartner() {
  const root = temporary.at(`partner-${++partners}`);
  const journalFolder = temporary.at(`journal-${partners}`);
  for (const folder of [root, join(root, 'out'), join(root, 'in'), journalFolder]) mkdirSync(folder);
  const transport = (options: Partial<DirectoryTransportOptions> = {}) =>
    createDirectoryTransport({
      root,
      connection: 'partner',
      journal: createFileJournal({ directory: journalFolder }),
      outbound: { directory: '/out' },
      inbound: { directory: '/in', stableMs: 0 },
      ...options,
    });
  return { root, transport };
}

describe('the directory transport', () => {
  const make = () => {
    const { root, transport } = emptyPartner();
    return virtualHarness(createDirectoryFiles(root), ({ existing } = {}) =>
      transport({ outbound: { directory: '/out', existing } }),
    );
  };
  for (const check of transportContract(make)) it.skipIf(check.needs.includes('faults'))(check.name, check.run);

  it('says what is missing', async () => {
    const { root, transport } = emptyPartner();
    rmSync(join(root, 'out'), { recursive: true });
    const missing = { code: 'X12_TRANSPORT_REFUSED', details: { reason: 'directory-missing' } };
    await expect(transport().deliver(payloadOf('id', 'a.edi', new Uint8Array(1)))).rejects.toMatchObject(missing);
    const report = await transport().check();
    expect(report.ok).toBe(false);
    expect(report.steps).toMatchObject([
      { name: 'connect', ok: true },
      { name: 'list /out', ok: false, text: expect.stringContaining('directory does not exist') },
      { name: 'list /in', ok: true },
    ]);
    const one = transport({ outbound: undefined, inbound: undefined });
    const notSet = { code: 'X12_CONNECTION_INVALID' };
    await expect(one.deliver(payloadOf('id', 'a.edi', new Uint8Array(1)))).rejects.toMatchObject(notSet);
    await expect(one.receive()[Symbol.asyncIterator]().next()).rejects.toMatchObject(notSet);
  });

  it('leaves nothing but the file', async () => {
    const { root, transport } = emptyPartner();
    await transport().deliver(payloadOf('id', 'a.edi', new Uint8Array(1)));
    expect(readdirSync(join(root, 'out'))).toEqual(['a.edi']);
  });

  it('takes a file that another program puts there', async () => {
    const { root, transport } = emptyPartner();
    writeFileSync(join(root, 'in', 'a.edi'), 'ISA');
    mkdirSync(join(root, 'in', 'deep'));
    writeFileSync(join(root, 'in', '.tmp-b'), 'half');
    writeFileSync(join(root, 'in', 'c.edi.filepart'), 'half');
    const names: string[] = [];
    for await (const payload of transport().receive()) {
      names.push(payload.name);
      await payload.accept();
    }
    expect(names).toEqual(['a.edi']);
    expect(readdirSync(join(root, 'in')).sort()).toEqual(['.tmp-b', 'c.edi.filepart', 'deep']);
  });

  it('refuses options that cannot be meant', () => {
    const { transport } = emptyPartner();
    const wrong: readonly Partial<DirectoryTransportOptions>[] = [
      { root: '' },
      { connection: '' },
      { connection: 'two\nlines' },
      { outbound: { directory: '' } },
      { outbound: { directory: '/out', temporary: { prefix: '../' } } },
      { inbound: { directory: '/in', include: ['[a'] } },
      { inbound: { directory: '/in', triggerSuffix: '' } },
      { inbound: { directory: '/in', stableMs: -1 } },
    ];
    for (const options of wrong) {
      expect(() => transport(options)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
    }
  });
});
