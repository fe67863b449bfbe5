import type { Clock } from '../../clock.js';
import type { EligibilityEngines } from '../eligibility/eligibility-engine.js';
import { differencesFromMocks, mockFor } from './check-mock.js';
import { composeAnswer } from './compose-answer.js';
import type { MockPayers } from './mock-payers.js';

/** ISA13 and GS06 of every answer: who sends a test compares nothing with it. */
const CONTROL_NUMBER = '000000001';

/** The mock payers: their answers are composed as JSON and written by the codec that reads those of payers. */
export function createMockPayers(clock: Clock, engines: Pick<EligibilityEngines, 'get'>): MockPayers {
  return {
    check: differencesFromMocks,
    answer: async (x12) => {
      const { engine, requests, responses } = await engines.get();
      const { interchanges } = await engine.parse(x12);
      const [interchange] = interchanges;
      const set = interchange?.groups[0]?.transactions[0];
      const [decoded] = set === undefined ? [] : requests.decode(set.data);
      const { request, traces = [] } = decoded ?? {};
      const mock = request && mockFor(request, request.tradingPartnerServiceId);
      if (interchange === undefined || request === undefined || mock === undefined) {
        throw new Error('A question came to the mock payers that is not approved.');
      }
      const now = new Date(clock.now()).toISOString();
      const created = { date: now.slice(0, 10).replaceAll('-', ''), time: now.slice(11, 16) };
      const answer = composeAnswer(mock, { request, traces, today: created.date });
      const { document } = responses.encode(answer, {
        created,
        interchange: {
          senderQualifier: interchange.header.receiverQualifier,
          senderId: interchange.header.receiverId,
          receiverQualifier: interchange.header.senderQualifier,
          receiverId: interchange.header.senderId,
          usageIndicatorCode: 'T',
          controlNumber: CONTROL_NUMBER,
        },
        group: { controlNumber: 1 },
      });
      return engine.generate(document).bytes;
    },
  };
}
