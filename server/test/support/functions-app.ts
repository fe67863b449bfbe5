import type { Run } from '../../src/box/runner.js';
import type { Services } from '../../src/exchange/services.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import { functionRoutes } from '../../src/operations/functions.js';
import { type FakeFunctions, fakeFunctions, type Scripted } from './fake-functions.js';
import { type TestApp, testApp } from './test-app.js';

/** Where functions are, of the version that their clients ask for. */
export const FUNCTIONS = '/2021-11-16/functions';

export interface FunctionsApp extends TestApp {
  readonly fake: FakeFunctions;
}

export interface FunctionsAppOptions {
  /** What runs come to. Default: 1. */
  readonly script?: (run: Run) => Scripted | Promise<Scripted>;
  /** Default: those of functions. */
  readonly routes?: readonly AnyRoute[];
  /** Runs of an account that wait for a place, at most. */
  readonly waiting?: number;
  readonly parts?: Partial<Services>;
}

/** Functions over HTTP whose runs come to what the test says: nothing of a customer is run. */
export async function functionsApp({
  script = () => ({ result: '1' }),
  routes = functionRoutes,
  waiting,
  parts,
}: FunctionsAppOptions = {}): Promise<FunctionsApp> {
  const fake = fakeFunctions(script, waiting);
  const test = await testApp(routes, { parts: () => ({ ...parts, functions: fake.here }) });
  const close = async (): Promise<void> => {
    await test.close();
    fake.close();
  };
  return { ...test, fake, close };
}
