/** AAA04 in the words of the guide: what to do after a rejection. */
export const CORRECT = 'Please Correct and Resubmit';
export const RESUBMIT = 'Please Resubmit Original Transaction';
