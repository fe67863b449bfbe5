import { createEngine } from 'ediloom';

const engine = createEngine({ guides: [] });
engine.generate({ interchanges: [{ groups: [{ transactions: [] }] }] });
