import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSteps } from '../../src/heavy-turns.js';
import {
  readCompleteUpload as completeInSteps,
  readDelete as deleteInSteps,
  readCreateBucket,
} from '../../src/s3-wire/xml/bodies.js';
import { readXml, readXmlInSteps } from '../../src/s3-wire/xml/read-xml.js';
import { writeXml, writeXmlInSteps, type XmlNode } from '../../src/s3-wire/xml/write-xml.js';

const readCompleteUpload = (bytes: Uint8Array) => allSteps(completeInSteps(bytes));
const readDelete = (bytes: Uint8Array) => allSteps(deleteInSteps(bytes));

const KEYS = [
  'a&b',
  '<k>',
  '"quoted"',
  "it's",
  'a\tb',
  'a\r\nb',
  'ä日本\u{1F600}',
  ' blank ',
  '\u0001',
  '\u007f\u0085',
  '\u2028',
];

describe('XML', () => {
  it('has any key whole, whoever reads it', () => {
    for (const key of KEYS) {
      const text = writeXml('Delete', [['Object', [['Key', key]]]]);
      expect(readDelete(Buffer.from(text)).keys).toEqual([key]);
      // It is not of XML 1.0, and other readers differ in whether they take it.
      if (key === '\u0001') continue;
      const read = new DOMParser().parseFromString(text, 'text/xml').getElementsByTagName('Key')[0];
      expect(read?.textContent).toBe(key);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
        fc.pre(!key.includes('\0'));
        expect(readDelete(Buffer.from(writeXml('Delete', [['Object', [['Key', key]]]]))).keys).toEqual([key]);
      }),
    );
  });

  it('is read with keys as they are, too', () => {
    for (const key of ['\u0001\u001f', '\u0085', '\u2028', '\u0001\u0085\u2028']) {
      expect(readDelete(Buffer.from(`<Delete><Object><Key>${key}</Key></Object></Delete>`)).keys).toEqual([key]);
    }
    expect(() => readDelete(Buffer.from('<Delete><Object><Key>\0</Key></Object></Delete>'))).toThrow('XML');
  });

  it('leaves out what there is not', () => {
    const text = writeXml('A', [
      ['B', undefined],
      ['C', ''],
      ['D', 1],
      ['E', false],
    ]);
    expect(text.endsWith('2006-03-01/"><C></C><D>1</D><E>false</E></A>')).toBe(true);
  });
});

describe('the body', () => {
  const part = (number: number | string, etag = '"e"', more = '') =>
    `<Part><ETag>${etag}</ETag><PartNumber>${number}</PartNumber>${more}</Part>`;
  const complete = (...parts: readonly string[]) =>
    Buffer.from(
      `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
    );

  it('of a completed upload names its parts', () => {
    const sum = '<ChecksumCRC32>y/Q5Jg==</ChecksumCRC32>';
    expect(readCompleteUpload(complete(part(1, '&quot;a&quot;', sum), part(7, 'b')))).toEqual([
      { number: 1, etag: 'a', checksum: 'crc32:y/Q5Jg==' },
      { number: 7, etag: 'b', checksum: undefined },
    ]);
    const all = Array.from({ length: 10_000 }, (_, at) => part(at + 1, '"e"', sum));
    expect(readCompleteUpload(complete(...all))).toHaveLength(10_000);
  });

  it.each([
    ['InvalidPartOrder', complete(part(2), part(1))],
    ['InvalidPartOrder', complete(part(1), part(1))],
    ['InvalidArgument', complete(part(0))],
    ['InvalidArgument', complete(part(10_001))],
    ['MalformedXML', complete(part('x'))],
    ['MalformedXML', complete()],
    ['MalformedXML', complete('<Part><PartNumber>1</PartNumber></Part>')],
    ['MalformedXML', Buffer.from('<Other/>')],
    ['MalformedXML', Buffer.from('<CompleteMultipartUpload>')],
    ['MalformedXML', Buffer.from('')],
    ['MalformedXML', Buffer.from([0x3c, 0xff])],
    ['MalformedXML', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    ['MalformedXML', Buffer.from('<a>&b;</a>')],
    ['MalformedXML', Buffer.from(`${'<a>'.repeat(20)}${'</a>'.repeat(20)}`)],
    ['MalformedXML', Buffer.from(`<a ${Array.from({ length: 2000 }, (_, at) => `b${at}=""`).join(' ')}/>`)],
    ['MalformedXML', complete(...Array.from({ length: 90_000 }, () => '<a/>'))],
  ])('is refused as %s', (code, body) => {
    expect(() => readCompleteUpload(body)).toThrow(expect.objectContaining({ code }));
  });

  it('of a deletion names keys', () => {
    const body = (text: string) => Buffer.from(`<Delete>${text}</Delete>`);
    const object = (key: string, more = '') => `<Object><Key>${key}</Key>${more}</Object>`;
    expect(
      readDelete(body(`${object('a')}${object('b//', '<VersionId>null</VersionId>')}<Quiet>true</Quiet>`)),
    ).toEqual({ keys: ['a', 'b//'], isQuiet: true });
    const codeOf = (text: string) => {
      try {
        readDelete(body(text));
      } catch (error) {
        return (error as { readonly code: string }).code;
      }
      return 'none';
    };
    expect(codeOf('')).toBe('MalformedXML');
    expect(codeOf('<Object/>')).toBe('MalformedXML');
    expect(codeOf(object('a').repeat(1001))).toBe('MalformedXML');
    expect(codeOf(object('a').repeat(1000))).toBe('none');
    expect(codeOf(object('a', '<VersionId>1</VersionId>'))).toBe('NoSuchVersion');
    expect(codeOf(object('a', '<ETag>x</ETag>'))).toBe('NotImplemented');
  });

  it('of a new bucket may be empty', () => {
    readCreateBucket(Buffer.alloc(0));
    readCreateBucket(
      Buffer.from('<CreateBucketConfiguration><LocationConstraint>eu</LocationConstraint></CreateBucketConfiguration>'),
    );
    expect(() => readCreateBucket(Buffer.from('<a/>'))).toThrow('XML');
    expect(readXml(Buffer.from('<s:a xmlns:s="x"><s:b>1</s:b></s:a>'))).toMatchObject({
      name: 'a',
      children: [{ name: 'b', text: '1' }],
    });
  });
});

it('of two megabytes is read in many steps, wherever they cut characters and references, so that others have their turn', () => {
  const key = '\u{1f600}&amp;\u0001\r\n'.repeat(100_000);
  const work = readXmlInSteps(Buffer.from(`<a>${key}</a>`));
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps++;
  expect(steps).toBeGreaterThan(50);
  expect(step.value.text).toBe('\u{1f600}&\u0001\n'.repeat(100_000));
});

it('with a key that is longer than any can be is refused before it is answered character by character', () => {
  const body = Buffer.from(`<Delete><Object><Key>${'\u0001'.repeat(4097)}</Key></Object></Delete>`);
  expect(() => readDelete(body)).toThrow(expect.objectContaining({ code: 'KeyTooLongError' }));
});

/** Steps of work. */
function stepsOf(work: Generator<undefined, unknown, undefined>): number {
  let steps = 1;
  while (work.next().done !== true) steps++;
  return steps;
}

it('of a thousand long keys of control characters is read and answered in steps that keep nobody waiting', () => {
  const key = '\u0001'.repeat(1850);
  const keys = Array.from({ length: 1000 }, () => `<Object><Key>${key}</Key></Object>`).join('');
  // Written anew, each of them is five characters: at a stretch it took so many times as long.
  expect(stepsOf(deleteInSteps(Buffer.from(`<Delete>${keys}</Delete>`)))).toBeGreaterThan(500);
  const deleted = Array.from({ length: 1000 }, (): XmlNode => ['Deleted', [['Key', key]]]);
  expect(stepsOf(writeXmlInSteps('DeleteResult', deleted))).toBeGreaterThan(5);
});

it('is kept as its keys alone once it is read, not as what the parser has put them together of', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const keys = Array.from({ length: 1000 }, () => `<Object><Key>${'\u0001'.repeat(1850)}</Key></Object>`).join('');
  const body = Buffer.from(`<Delete>${keys}</Delete>`);
  collect();
  const before = process.memoryUsage().heapUsed;
  const read = readDelete(body);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1024 * 1024);
  expect(read.keys).toHaveLength(1000);
});

it('of few keys is written at once', () => {
  const content: readonly XmlNode[] = [['Deleted', [['Key', 'a&b']]]];
  const { done, value } = writeXmlInSteps('DeleteResult', content).next();
  expect([done, value]).toEqual([true, writeXml('DeleteResult', content)]);
});
