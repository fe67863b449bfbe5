import { Application } from 'typedoc';
const app = await Application.bootstrapWithPlugins({
  entryPoints: ['src/index.ts','src/acknowledgment/index.ts','src/claims/index.ts','src/transports/index.ts','src/eligibility/index.ts'],
  tsconfig: 'tsconfig.json',
  plugin: ['typedoc-plugin-markdown'],
  readme: 'none',
  skipErrorChecking: true,
  outputs: [{ name: 'markdown', path: '/tmp/td/out', options: { outputFileStrategy: 'modules' } as never }],
} as never);
const project = await app.convert();
if (project === undefined) throw new Error('x');
await app.generateOutputs(project);
