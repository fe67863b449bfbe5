import { createReadStream } from 'node:fs';
import nodeX12 from 'node-x12';

/** Segments that node-x12's stream hands out: a class instance a segment and an element. */
export function readWithNodeX12(file: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let segments = 0;
    const input = createReadStream(file, { end: bytes - 1 });
    const parser = new nodeX12.X12Parser();
    input.on('error', reject);
    parser.on('error', reject);
    parser.on('data', () => {
      segments++;
    });
    parser.on('end', () => resolve(segments));
    input.pipe(parser);
  });
}
