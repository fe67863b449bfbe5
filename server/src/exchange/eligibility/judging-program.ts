import { watchParent } from '../../worker/watch-parent.js';
import { EligibilityEngines } from './eligibility-engine.js';
import { judgeAnswer } from './judge-answer.js';
import type { JudgingMessage, JudgingTask } from './judging-process.js';

// The program of the process: a task in, a message out.

const mostBytes = Number(process.argv[2]);
watchParent();
const codecs = await new EligibilityEngines().get();

async function judged({ question, given }: JudgingTask): Promise<JudgingMessage> {
  const answer = await judgeAnswer(codecs, question, given);
  if ('failure' in answer) return answer;
  const response = new TextEncoder().encode(JSON.stringify(answer.response));
  return response.length > mostBytes ? { failure: 'too-large' } : { response };
}

function brokenBy(error: unknown): JudgingMessage {
  // A text would be longer than any can be.
  if (error instanceof RangeError) return { failure: 'too-large' };
  return { broken: error instanceof Error ? error : new Error('The program threw no error.') };
}

const say = (message: JudgingMessage): void => {
  process.send?.(message);
};

process.on('message', (task: JudgingTask) => {
  void judged(task).catch(brokenBy).then(say);
});
say('ready');
