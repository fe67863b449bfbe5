import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { bytesOf, namesOf } from './object-store-contract.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in that gives the answers which the store of `npm run test:peers` cannot give. */
describe('objects in S3, by the answers of the store', () => {
  let server: Server;
  let objects: ObjectStore;
  let place: string;
  let answer: Answer;
  let asked: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The stand-in does not listen.');
    place = `s3://id:canary-secret@bucket/p?endpoint=http://127.0.0.1:${address.port}`;
    objects = s3Objects(place);
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await objects.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('lists page by page', async () => {
    const contents = (...names: readonly string[]): string =>
      names.map((name) => `<Contents><Key>p/${name}</Key><Size>1</Size></Contents>`).join('');
    answer = (request, response) => {
      const isFirst = !request.url?.includes('continuation-token');
      const more = isFirst ? '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>' : '';
      const page = isFirst ? contents('a', 'b&amp;c') : contents('d');
      response.end(`<?xml version="1.0"?><ListBucketResult>${more}${page}</ListBucketResult>`);
    };
    expect(await namesOf(objects, '')).toEqual(['a', 'b&c', 'd']);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('continuation-token=t');
  });

  it('takes what a store does not date for new, so that nobody sweeps it', async () => {
    answer = (_, response) => {
      response.end('<?xml version="1.0"?><ListBucketResult><Contents><Key>p/a</Key></Contents></ListBucketResult>');
    };
    const before = Date.now();
    for await (const { modified } of objects.list('')) expect(modified).toBeGreaterThanOrEqual(before);
    expect(asked).toHaveLength(1);
  });

  it('says what to look at when it is refused, and tells no secret', async () => {
    answer = (_, response) => {
      response.statusCode = 403;
      response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No</Message></Error>');
    };
    const error: unknown = await objects.put('a', Buffer.from('canary-bytes')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ObjectStoreError', code: 'unavailable' });
    expect(String(error)).toMatch(/answers 403 \(AccessDenied\).*OBJECTS_URL/);
    const { cause } = error as Error;
    expect(JSON.stringify([error, String(cause), Object.entries(cause ?? {})])).not.toMatch(/canary/);
    await expect(namesOf(objects, '')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('tries again when the store has a bad moment', async () => {
    answer = (request, response) => {
      response.statusCode = asked.length < 3 ? 503 : 200;
      response.setHeader('etag', '"e"');
      response.setHeader('content-length', request.method === 'HEAD' ? '1' : '0');
      response.end();
    };
    expect(await objects.put('a', Buffer.from('x'))).toMatchObject({ size: 1 });
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['PUT', 'PUT', 'PUT', 'HEAD']);
  });

  it.each([
    ['does not have it', 404, '0', /does not have it/],
    ['has a part of it', 200, '2', /has 2 bytes of it/],
    ['lets nobody read it', 403, '0', /answers 403/],
  ])('believes nobody who takes an object and then %s', async (_, status, length, told) => {
    answer = ({ method }, response) => {
      const isLook = method === 'HEAD';
      response.writeHead(isLook ? status : 200, { etag: '"e"', 'content-length': isLook ? length : '0' });
      response.end();
    };
    const putting = objects.put('a', Buffer.from('xyz'));
    await expect(putting).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(told) });
  });

  it('leaves an object that another has put meanwhile under the same name to that one', async () => {
    answer = ({ method }, response) => {
      const later = { 'content-length': '11', 'x-amz-meta-sha256': 'of another' };
      response.writeHead(200, { etag: '"e"', ...(method === 'HEAD' ? later : { 'content-length': '0' }) });
      response.end();
    };
    expect(await objects.put('a', Buffer.from('xyz'))).toMatchObject({ size: 3 });
  });

  it('believes nobody who takes an object and names no tag, as a proxy with a page of its own does', async () => {
    answer = (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<html>Welcome</html>');
    };
    await expect(objects.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('waits for a store that says nothing, before its answer or in the midst of it, but not for ever', async () => {
    const impatient = s3Objects(place, 50);
    try {
      answer = () => {};
      await expect(impatient.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
      await expect(impatient.get('a')).rejects.toMatchObject({ code: 'unavailable' });
      answer = (_, response) => {
        response.setHeader('content-length', '2');
        response.write('x');
      };
      await expect(bytesOf(impatient, 'a')).rejects.toThrow();
    } finally {
      await impatient.close();
    }
  });

  describe('in parts', () => {
    const UPLOAD =
      '<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';
    const verbs = (): readonly (string | undefined)[] => asked.map((line) => line.split(' ')[0]);
    /** Begins an upload, and answers each part and its end with these. */
    const parts =
      (part: (response: ServerResponse) => void, end: number): Answer =>
      (request, response) => {
        if (request.method === 'POST') {
          response.end(UPLOAD);
          return;
        }
        request.resume().on('end', () => {
          if (request.method === 'PUT') return part(response);
          response.statusCode = end;
          response.end();
        });
      };
    const answered = (status: number) => (response: ServerResponse) => {
      response.statusCode = status;
      response.setHeader('etag', '"e"');
      response.end();
    };

    it('gives up those of an object that fails', async () => {
      answer = parts(answered(400), 204);
      await expect(objects.put('a', Buffer.alloc(17_000_000))).rejects.toMatchObject({ code: 'unavailable' });
      expect(verbs()).toEqual(['POST', 'PUT', 'DELETE']);
      expect(asked[2]).toContain('uploadId=u');
    });

    it('looks whether the whole is there once the last is taken', async () => {
      const whole =
        '<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>';
      answer = (request, response) => {
        if (request.method === 'HEAD') response.writeHead(404);
        if (request.method === 'PUT') response.writeHead(200, { etag: '"e"' });
        const isEnd = request.url?.includes('uploadId') === true;
        request.resume().on('end', () => response.end(request.method !== 'POST' ? undefined : isEnd ? whole : UPLOAD));
      };
      const putting = objects.put('a', Buffer.alloc(17_000_000));
      await expect(putting).rejects.toMatchObject({ message: expect.stringMatching(/does not have it/) });
      expect(verbs()).toEqual(['POST', 'PUT', 'PUT', 'POST', 'HEAD']);
    });

    it('tells what failed first, where giving up is refused too', async () => {
      answer = parts(answered(200), 403);
      const many = Readable.from([Buffer.alloc(17_000_000), Buffer.alloc(17_000_000), Buffer.alloc(1)]);
      await expect(objects.put('a', many, { maxBytes: 34_000_000 })).rejects.toMatchObject({ code: 'too-large' });
      expect(verbs().at(-1)).toBe('DELETE');
    });

    it('has given them up when it tells that it was aborted, and waits for none under way', async () => {
      const controller = new AbortController();
      answer = parts(() => controller.abort(), 204);
      const { signal } = controller;
      await expect(objects.put('a', Buffer.alloc(17_000_000), { signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
      expect(verbs()).toEqual(['POST', 'PUT', 'DELETE']);
    });
  });

  it('gives no more than was asked for', async () => {
    answer = (_, response) => {
      response.end('more than that');
    };
    expect((await bytesOf(objects, 'a', { from: 0, length: 4 })).toString()).toBe('more');
  });
});
