import { parentPort, workerData } from 'node:worker_threads';
import { EligibilityEngines } from './eligibility-engine.js';
import { judgeAnswer } from './judge-answer.js';
import type { JudgingMessage, JudgingStart, JudgingTask } from './judging-thread.js';

// The program of the thread: a task in, a message out. What it throws ends it, and is told to who has started it.

const { mostBytes } = workerData as JudgingStart;
const codecs = await new EligibilityEngines().get();

async function judged({ question, given }: JudgingTask): Promise<JudgingMessage> {
  const answer = await judgeAnswer(codecs, question, given);
  if ('failure' in answer) return answer;
  const response = new TextEncoder().encode(JSON.stringify(answer.response));
  return response.length > mostBytes ? { failure: 'too-large' } : { response };
}

parentPort?.on('message', (task: JudgingTask) => {
  void judged(task).then((message) => {
    parentPort?.postMessage(
      message,
      typeof message === 'object' && 'response' in message ? [message.response.buffer as ArrayBuffer] : [],
    );
  });
});
parentPort?.postMessage('ready' satisfies JudgingMessage);
