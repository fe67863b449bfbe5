import { createMockPayers } from '../mock-payers/create-mock-payers.js';
import { NOT_TAKEN } from './replies.js';
import type { OpenRoute } from './route-kind.js';

/** The mock payers for live keys, in this process: what is no approved mock request has no answer. */
export const openMock: OpenRoute<'mock'> = ({ now, engines }) => {
  const payers = createMockPayers({ now }, engines);
  return {
    ask: async ({ x12, onSending }) => {
      onSending();
      return payers.answer(x12).then(
        (answer) => ({ kind: 'answer', x12: answer }),
        () => NOT_TAKEN,
      );
    },
    check: async () => ({ ok: true, text: 'The mock payers are here.' }),
    close: () => {},
  };
};
