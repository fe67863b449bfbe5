import type { Readable } from 'node:stream';
import nodeX12 from 'node-x12';

/** The ids of the claims of a file of any size: segments come flat, whose loop is for you to know. */
export function claimIds(file: Readable): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const ids: string[] = [];
    const parser = new nodeX12.X12Parser();
    parser.on('data', (segment) => {
      if (segment.tag === 'CLM') ids.push(segment.elements[0]?.value ?? '');
    });
    parser.on('end', () => resolve(ids));
    parser.on('error', reject);
    file.on('error', reject);
    file.pipe(parser);
  });
}
