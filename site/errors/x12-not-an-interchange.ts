import { createEngine } from 'ediloom';

const engine = createEngine({ guides: [] });
await engine.parse('UNB+UNOA:1+SENDER+RECEIVER');
