import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';
import { remittance } from './remittance.js';

/** As a file, a socket or a bucket would give it: in pieces of any size. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(remittance);
  for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100);
}

const engine = createEngine({ guides: [guide] });
for await (const event of engine.stream(pieces(), { loop: '2100' })) {
  if (event.kind === 'loop') {
    const [batch] = event.path;
    console.log('claim', event.at.loopId, 'in', batch?.loopId, Object.keys(event.data).join(', '));
  } else if (event.kind === 'transaction') {
    console.log('set', event.header.controlNumber, event.segments, 'segments', event.findings.length, 'findings');
  }
}
