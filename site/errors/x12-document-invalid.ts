import { createEngine } from 'ediloom';

const engine = createEngine({ guides: [] });
// @ts-expect-error The interchange has no header: TypeScript sees it here, and not in what JSON.parse gave.
engine.generate({ interchanges: [{ groups: [{ transactions: [] }] }] });
