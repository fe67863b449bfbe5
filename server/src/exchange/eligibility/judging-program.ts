import { runProgram } from '../../worker/run-program.js';
import { EligibilityEngines } from './eligibility-engine.js';
import { judgeAnswer } from './judge-answer.js';
import type { JudgingMessage, JudgingTask } from './judging-process.js';

// The program of the process: a task in, a message out.

const mostBytes = Number(process.argv[2]);

async function begin(): Promise<(task: JudgingTask) => Promise<JudgingMessage>> {
  const codecs = await new EligibilityEngines().get();
  return async ({ question, given }) => {
    const answer = await judgeAnswer(codecs, question, given);
    if ('failure' in answer) return answer;
    const response = new TextEncoder().encode(JSON.stringify(answer.response));
    return response.length > mostBytes ? { failure: 'too-large' } : { response };
  };
}

// A text would be longer than any can be.
await runProgram(begin, (error) => (error instanceof RangeError ? { failure: 'too-large' as const } : undefined));
