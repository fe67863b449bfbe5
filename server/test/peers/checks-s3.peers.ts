import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished } from 'vitest';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { readOwnerFile } from '../../src/owner-file.js';
import { newHome } from '../backup/home.js';
import { SECRET_VALUES } from '../support/patients.js';
import { plantChecks } from '../support/planted-checks.js';
import { valuesIn } from '../support/search-values.js';

it('documents of checks lie sealed in a bucket, though nothing else is encrypted', async () => {
  const url = inject('s3Url').replace('?', `/checks-${randomUUID()}?`);
  const home = await newHome({ OBJECTS_URL: url });
  const server = await home.start();
  await plantChecks(server, readOwnerFile(home.dataDir, 'live-key') ?? '');
  const objects = s3Objects(url);
  onTestFinished(() => objects.close());
  let count = 0;
  for await (const { name } of objects.list('')) {
    const source = await objects.get(name);
    if (source === undefined) continue;
    count++;
    expect(valuesIn(await buffer(source), SECRET_VALUES), name).toEqual([]);
  }
  expect(count).toBeGreaterThan(0);
});
