import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { PAGE_SCRIPT } from '../../../src/gateway/docs/page.js';

/** As much of a list or map of the page's library as the script asks for. */
class Held {
  constructor(readonly parts: ReadonlyMap<string, unknown>) {}

  static of(parts: Readonly<Record<string, unknown>>): Held {
    return new Held(new Map(Object.entries(parts)));
  }

  get size(): number {
    return this.parts.size;
  }

  get(name: string): unknown {
    return this.parts.get(name);
  }

  getIn(names: readonly string[]): unknown {
    return names.reduce<unknown>((place, name) => (place as Held).get(name), this);
  }

  update(name: string, change: (part: unknown) => unknown): Held {
    return new Held(new Map(this.parts).set(name, change(this.get(name))));
  }

  map(change: (part: Held) => unknown): Held {
    return new Held(new Map([...this.parts].map(([name, part]) => [name, change(part as Held)])));
  }

  filter(isKept: (part: Held) => boolean): Held {
    return new Held(new Map([...this.parts].filter(([, part]) => isKept(part as Held))));
  }
}

const operation = (method: string, path: string, operationId: string, summary: string) =>
  Held.of({ method, path, operation: Held.of({ operationId, summary }) });

const TAGS = Held.of({
  core: Held.of({
    operations: Held.of({
      generate: operation('post', '/x12/partnerships/{partnershipId}/generate-edi', 'GenerateEdi', 'Make a file'),
      list: operation('get', '/executions', 'ListExecutions', 'List files, newest first'),
    }),
  }),
  guides: Held.of({ operations: Held.of({ list: operation('get', '/guides', 'ListGuides', 'List guides') }) }),
});

interface PageConfig {
  readonly plugins: readonly { readonly fn?: { readonly opsFilter: (tags: Held, typed: string) => Held } }[];
}

/** What is found under each tag, once the script has had its hand in the making of a page. */
function found(typed: string): Readonly<Record<string, readonly string[]>> {
  let made: PageConfig | undefined;
  const window = { SwaggerUIBundle: Object.assign((config: PageConfig) => (made = config), { presets: 'kept' }) };
  const box = { placeholder: 'Filter by tag' };
  const head: object[] = [];
  const document = {
    ...{ body: {}, querySelector: () => box, createElement: () => ({}) },
    head: { append: (element: object) => head.push(element) },
  };
  class MutationObserver {
    constructor(readonly seen: () => void) {}
    observe(): void {
      this.seen();
    }
  }
  runInNewContext(PAGE_SCRIPT, { window, document, MutationObserver });
  expect(head).toEqual([{ name: 'viewport', content: 'width=device-width, initial-scale=1' }]);
  expect(box.placeholder).toBe('Find an operation');
  expect(window.SwaggerUIBundle.presets).toBe('kept');
  window.SwaggerUIBundle({ plugins: [{}] });
  const tags = made?.plugins[1]?.fn?.opsFilter(TAGS, typed);
  return Object.fromEntries(
    [...(tags?.parts ?? [])].map(([name, tag]) => [name, [...((tag as Held).get('operations') as Held).parts.keys()]]),
  );
}

it('finds operations by words of their name, path, method and summary, and leaves tags out that have none', () => {
  expect(found('generateedi')).toEqual({ core: ['generate'] });
  expect(found('GET list')).toEqual({ core: ['list'], guides: ['list'] });
  expect(found('newest files')).toEqual({ core: ['list'] });
  expect(found('partnerships post')).toEqual({ core: ['generate'] });
  expect(found('  ')).toEqual({ core: ['generate', 'list'], guides: ['list'] });
  expect(found('nothing of this')).toEqual({});
});
