import { expect, it } from 'vitest';
import { ranFromReadme, readmeBlocks } from '../../support/readme-script.js';

it('what the README has one do with buckets, over HTTP and by commands, works from a fresh start as it stands', async () => {
  const order =
    'ISA*00*          *00*          *ZZ*MILL           *ZZ*SHOP           *260131*0900*U*00401*000000001*0*P*>~';
  const { stdout, textOf } = await ranFromReadme(readmeBlocks('## Buckets and objects', 'sh').join('\n'), {
    'order.edi': order,
  });
  expect(stdout).toContain('"bucketName":"mill-orders"');
  expect(stdout).toContain('"commonPrefixes":[{"prefix":"2026/orders/"}]');
  expect(stdout).toContain(`${order.length} bytes are in shop-orders as 2026/1002.edi`);
  expect(textOf('1002.edi')).toBe(order);
});

it('whoever meets STORAGE_QUOTA_EXCEEDED finds it where they put an object', async () => {
  const { stdout } = await ranFromReadme('curl -s http://127.0.0.1:8480/docs/json');
  const { paths } = JSON.parse(stdout);
  for (const { description } of [
    paths['/2022-05-05/buckets/{bucketName}/objects/{key}'].put,
    paths['/2022-05-05/copy'].post,
  ])
    expect(description).toContain('STORAGE_QUOTA_EXCEEDED');
});

it('/docs says in which families a misspelt parameter is passed over', async () => {
  const { stdout } = await ranFromReadme('curl -s http://127.0.0.1:8480/docs/json');
  expect(JSON.parse(stdout).info.description).toMatch(/Unknown members and parameters.*passed over/);
});
