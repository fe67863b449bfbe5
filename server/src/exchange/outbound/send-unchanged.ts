import { isChangedMeanwhile } from '../../problems.js';

/** Enough for whoever stages the last transactions and sends at the same time; a group that somebody goes on filling is not sent. */
const ROUNDS = 5;

/**
 * Makes and sends a file of a group, once more from the beginning where something was staged in the group while the file was made:
 * what was acknowledged is in the file, or the group is open. Control numbers of a file that was not sent are a gap.
 * @param round reads the group, makes the file, and commits it with the group as it was read.
 * @throws Problem `conflict` where the group changed in each of the rounds; else as the round.
 */
export async function sendUnchanged<Result>(round: () => Promise<Result>): Promise<Result> {
  for (let rounds = 1; ; rounds++) {
    try {
      return await round();
    } catch (error) {
      if (!isChangedMeanwhile(error) || rounds === ROUNDS) throw error;
    }
  }
}
