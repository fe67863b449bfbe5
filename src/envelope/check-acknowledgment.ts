import type { Complaint, Elements } from './complaint.js';
import { isDay, isTime } from './date-time.js';

/** TA105 of X12.5: 000 is no error, 032 the last. */
const NOTE_CODE = /^0(?:[0-2][0-9]|3[0-2])$/;
const NO_ERROR = '000';

/** Checks TA101 to TA105. Beside E and R the first three repeat what was received, right or wrong: only missing is told. */
export function checkTa1(element: Elements): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const expect = (holds: boolean, position: number): void => {
    if (!holds) complaints.push({ reason: 'ta1-value', element: position });
  };
  const verdict = element(4);
  const refuses = verdict === 'E' || verdict === 'R';
  const repeats = (position: number, isRight: boolean): void =>
    expect(refuses ? element(position) !== '' : isRight, position);
  repeats(1, /^[0-9]{9}$/.test(element(1)));
  repeats(2, element(2).length === 6 && isDay(element(2)));
  repeats(3, element(3).length === 4 && isTime(element(3)));
  expect(refuses || verdict === 'A', 4);
  const note = element(5);
  expect(NOTE_CODE.test(note) && (refuses ? note !== NO_ERROR : verdict !== 'A' || note === NO_ERROR), 5);
  return complaints;
}
