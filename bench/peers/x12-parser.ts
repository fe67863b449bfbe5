import { createReadStream } from 'node:fs';
import { X12parser } from 'x12-parser';

/** Segments that x12-parser's stream hands out: an object with a string an element. */
export function readWithX12Parser(file: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let segments = 0;
    const input = createReadStream(file, { end: bytes - 1 });
    const parser = new X12parser();
    input.on('error', reject);
    parser.on('error', reject);
    parser.on('data', () => {
      segments++;
    });
    parser.on('end', () => resolve(segments));
    input.pipe(parser);
  });
}
