import type { ProgramWord } from './program-process.js';
import { watchParent } from './watch-parent.js';

/** The other end of a {@link ProgramProcess}: answers one task after another, until its parent is gone. */
export async function runProgram<Task, Message>(
  /** Makes ready; what it gives does a task. */
  begin: () => Promise<(task: Task) => Promise<Message> | Message>,
  /** What is answered to a task in place of an error; default: the error, as a fault of the program. */
  refused: (error: unknown) => Message | undefined = () => undefined,
): Promise<void> {
  watchParent();
  const work = await begin();
  const say = (message: Message | ProgramWord): void => {
    process.send?.(message);
  };
  const answered = async (task: Task): Promise<Message | ProgramWord> => {
    try {
      return await work(task);
    } catch (error) {
      return refused(error) ?? { broken: error instanceof Error ? error : new Error('The program threw no error.') };
    }
  };
  process.on('message', (task: Task) => {
    void answered(task).then(say);
  });
  say('ready');
}
