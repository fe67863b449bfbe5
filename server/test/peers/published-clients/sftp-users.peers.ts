import { describe, expect, it, onTestFinished } from 'vitest';
import { sftpUserRoutes } from '../../../src/operations/sftp-users.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { testApp } from '../../support/test-app.js';
import { type Answer, failure, installPublished, type PublishedClient, publishedClient } from './published-client.js';

const PACKAGE = '@stedi/sdk-client-sftp';
const NEW = { homeDirectory: '/partners/mill', description: 'The mill' };

type Paginator = (config: object, input: object) => AsyncIterable<Answer>;

async function world() {
  const test = await testApp(sftpUserRoutes);
  onTestFinished(() => test.close());
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.queries((queries) => createBucket(queries, test.clock, { name: 'mill-files' }));
  return { ...test, endpoint: `${address}/2022-04-01` };
}

const usernames = (items: unknown) => (items as readonly Answer[]).map(({ username }) => username);

describe.each(['0.0.14', '0.0.22', '0.4.78'])(`${PACKAGE} %s`, (version) => {
  it('does every step of SFTP users as it is published', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const { endpoint, liveKey, testKey } = await world();
    const { client, send }: PublishedClient = publishedClient(published, 'SftpClient', { endpoint, apiKey: liveKey });
    const { password, ...made } = await send('CreateUser', { ...NEW, passwordOptions: { length: 32 } });
    const { username } = made;
    expect(made).toEqual({ ...NEW, username, bucketName: made.bucketName, endpoint: 'sftp.example.com' });
    expect([username, made.bucketName, password]).toEqual([
      ...[expect.stringMatching(/^[A-Z0-9]+$/), expect.stringMatching(/-sftp$/)],
      expect.stringMatching(/^\S{32}$/),
    ]);
    expect(await send('ReadUser', { username })).toEqual(made);

    const others = [];
    for (let at = 0; at < 4; at++) others.push((await send('CreateUser', { ...NEW, description: `${at}` })).username);
    const first = await send('ListUsers', { pageSize: 2 });
    expect(usernames(first.items)).toHaveLength(2);
    const rest = await send('ListUsers', { pageSize: 100, pageToken: first.nextPageToken });
    expect(rest.nextPageToken).toBeUndefined();
    const all = [...usernames(first.items), ...usernames(rest.items)];
    expect([...all].sort()).toEqual([username, ...others].sort());
    const paginate = published.paginateListUsers as Paginator;
    const paged = [];
    for await (const { items } of paginate({ client, pageSize: 2 }, {})) paged.push(...usernames(items));
    expect(paged).toEqual(all);

    expect(await send('UpdateUser', { username, description: 'Old mill' })).toEqual({
      ...made,
      description: 'Old mill',
    });
    const moved = { homeDirectory: '/b', bucketName: 'mill-files' };
    const updated = await send('UpdateUser', { username, description: 'Moved', ...moved });
    // Older clients do not send what later ones have: their model has the description alone.
    expect(updated).toMatchObject(version === '0.4.78' ? moved : { homeDirectory: NEW.homeDirectory });

    const invalid = await failure(send('CreateUser', { homeDirectory: 'x', description: 'a.b' }));
    expect(invalid).toBeInstanceOf(published.ValidationException as new () => Error);
    expect(invalid).toMatchObject({
      name: 'ValidationException',
      fieldList: [
        { path: '/homeDirectory', message: expect.any(String) },
        { path: '/description', message: expect.any(String) },
      ],
    });
    expect(await failure(send('ListUsers', { pageToken: 'nonsense' }))).toMatchObject({
      ...{ name: 'ValidationException', fieldList: [{ path: '/pageToken', message: expect.any(String) }] },
    });
    expect(await failure(send('ReadUser', { username: 'NOBODY' }))).toMatchObject({
      ...{ name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404, requestId: expect.any(String) } },
    });
    const tried = publishedClient(published, 'SftpClient', { endpoint, apiKey: testKey });
    expect((await tried.send('ListUsers', {})).items).toEqual([]);
    expect(await failure(tried.send('DeleteUser', { username }))).toMatchObject({ name: 'ResourceNotFoundException' });
    const stranger = publishedClient(published, 'SftpClient', { endpoint, apiKey: 'wrong' });
    expect(await failure(stranger.send('ListUsers', {}))).toMatchObject({ name: 'AccessDeniedException' });

    expect(await send('DeleteUser', { username })).toEqual({});
    expect(await failure(send('DeleteUser', { username }))).toMatchObject({ name: 'ResourceNotFoundException' });
    expect(usernames((await send('ListUsers', {})).items)).toEqual(all.filter((one) => one !== username));
  });
});
