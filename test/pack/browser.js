import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';
import order from './order.json';

const engine = createEngine({ guides: [guide], clock: () => 0 });
const { bytes } = engine.generate(order);
globalThis.result = engine.parse(bytes).then((document) => {
  const again = engine.generate(document).bytes;
  return new TextDecoder().decode(again);
});
