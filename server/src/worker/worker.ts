import { checkDefinition } from './check-definition.js';
import { Evaluator } from './evaluator.js';
import { failureOf } from './failure.js';
import { lockRealm } from './lock-realm.js';
import { type Outcome, READY, type Work } from './protocol.js';
import { watchParent } from './watch-parent.js';

// The program of a worker process: work in, outcomes out, one at a time.

const evaluator = new Evaluator();

async function outcomeOf(work: Work): Promise<Outcome> {
  try {
    return { ok: true, text: await textOf(work) };
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

async function textOf(work: Work): Promise<string | undefined> {
  switch (work.kind) {
    case 'evaluate':
      return evaluator.evaluate(work);
    case 'check-expression':
      evaluator.compile(work.expression);
      return undefined;
    case 'check-guide':
      return JSON.stringify(await checkDefinition(work.definition, work.base));
  }
}

lockRealm();
watchParent();
process.on('message', (work: Work) => {
  void outcomeOf(work).then((outcome) => process.send?.(outcome));
});
process.send?.(READY);
