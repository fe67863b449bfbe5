import { expect, it, vi } from 'vitest';
import { readMultipart } from '../../src/caqh-core/mime/read-multipart.js';
import { allSteps } from '../../src/heavy-turns.js';

const read = (body: string, boundary = 'b') =>
  readMultipart(Buffer.from(body, 'latin1'), boundary).map((part) =>
    Buffer.from(allSteps(part.content())).toString('latin1'),
  );
const part = (content: string, headers = 'A: b') => `--b\r\n${headers}\r\n\r\n${content}\r\n--b--`;

it.each([
  ['a preamble', `before\n${part('x')}`, ['x']],
  ['an empty part', '--b\n\n\n--b\nA: b\n\ny\n--b--', ['', 'y']],
  ['lines that begin as the boundary does', part('1\n--bc\n--b-\n2'), ['1\n--bc\n--b-\n2']],
  ['a boundary within a line', part('1 --b\r\n2'), ['1 --b\r\n2']],
  ['blanks behind a boundary', '--b \t\n\nx\n--b--', ['x']],
])('parts are found with %s', (_, body, parts) => {
  expect(read(body)).toEqual(parts);
});

it.each([
  ['digits are bytes, and others stay', 'a=3Db=c3=zz=4', 'a=b\xc3=zz=4'],
  ['lines are joined, and blanks before line ends go', 'a=\r\nb \t\r\nc=20\r\nd= \ne', 'ab\r\nc \r\nde'],
  ['line ends become two bytes', 'a\n\nb', 'a\r\n\r\nb'],
])('of quoted-printable %s', (_, content, text) => {
  expect(read(part(content, 'Content-Transfer-Encoding: quoted-printable'))).toEqual([text]);
});

/** How often bytes are searched from some place on. */
function searches(body: string, boundary: string): number {
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  try {
    read(body, boundary);
  } catch {
    // What is refused is refused soon.
  }
  const { length } = search.mock.calls;
  search.mockRestore();
  return length;
}

const MANY = 200_000;
it.each([
  ['hyphens alone', '-'.repeat(MANY), '-'.repeat(70)],
  ['hyphens behind a boundary', `--${'-'.repeat(60)}\nA: b\n\n${'-'.repeat(MANY)}`, '-'.repeat(60)],
  ['lines that are nearly boundaries', `--b\nA: b\n\n${'\n--bc'.repeat(MANY)}`, 'b'],
  ['headers without end', `--b\n${'a\n'.repeat(MANY)}\n--b--`, 'b'],
])('a body of %s is looked at once', (_, body, boundary) => {
  expect(searches(body, boundary)).toBeLessThan(10_000);
});
