import { checkDefinition } from './check-definition.js';
import { Evaluator } from './evaluator.js';
import { failureOf } from './failure.js';
import { lockRealm } from './lock-realm.js';
import { mapDocument } from './map-document.js';
import { type Answered, type Asked, type Outcome, READY, type Work } from './protocol.js';
import { resultText } from './result-text.js';
import { SchemaChecks } from './schema-checks.js';
import { watchParent } from './watch-parent.js';

// The program of a worker process: work in, outcomes out, one at a time.

const evaluator = new Evaluator();
const schemas = new SchemaChecks();

async function outcomeOf(work: Work): Promise<Outcome> {
  try {
    return {
      ok: true,
      ...(work.kind === 'map' ? await mapDocument(work, evaluator, schemas) : { text: await textOf(work) }),
    };
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

async function textOf(work: Exclude<Work, { kind: 'map' }>): Promise<string | undefined> {
  switch (work.kind) {
    case 'evaluate':
      return resultText(await evaluator.evaluate(work));
    case 'check-expression':
      evaluator.compile(work.expression);
      return undefined;
    case 'check-schema':
      await schemas.compile(work.schema);
      return undefined;
    case 'check-guide':
      return JSON.stringify(await checkDefinition(work.definition, work.base));
  }
}

lockRealm();
watchParent();
process.on('message', ({ word, work }: Asked) => {
  void outcomeOf(work).then((outcome) => process.send?.({ word, outcome } satisfies Answered));
});
process.send?.(READY);
