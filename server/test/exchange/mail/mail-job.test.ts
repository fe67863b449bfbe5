import { expect, it, onTestFinished } from 'vitest';
import { MailError, type OutgoingMail } from '../../../src/exchange/mail/mail.js';
import { createMailJob } from '../../../src/exchange/mail/mail-job.js';
import type { Job, JobOutcome } from '../../../src/jobs/job.js';
import { promiseStatusMail, STATUS_MAIL } from '../../../src/resources/enrollments/status-mail.js';
import type { EnrollmentStatus } from '../../../src/store/enrollment-tables.js';
import { addAccount } from '../../support/accounts.js';
import { insertPayers } from '../../support/eligibility.js';
import { ENROLLMENT, plantChange, plantEnrollment } from '../../support/planted-enrollments.js';
import { jobRows } from '../../support/test-jobs.js';
import { testServices } from '../../support/test-services.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAIL = {
  ...{ host: 'mail.example', port: 587, isSecure: false, isPlain: false, login: undefined },
  from: { name: '', address: 'edi@clearinghouse.example' },
};
const never = new AbortController().signal;

/** An enrollment, and a mail server that keeps what it is given, or throws. */
async function opened({ providerName, hasServer = true }: { providerName?: string; hasServer?: boolean } = {}) {
  const sent: OutgoingMail[] = [];
  const answers: (Error | undefined)[] = [];
  const outcomes: string[] = [];
  const test = await testServices({
    config: { mail: hasServer ? MAIL : undefined },
    parts: ({ metrics }) => ({
      metrics: { ...metrics, mail: (outcome) => void outcomes.push(outcome) },
      mail: {
        send: async (one) => {
          const error = answers.shift();
          if (error !== undefined) throw error;
          sent.push(one);
        },
      },
    }),
  });
  onTestFinished(test.close);
  const { services, clock } = test;
  await addAccount(services.store);
  await insertPayers(services.store, [{ id: 'KMQTZ', primary: '60054' }]);
  await plantEnrollment(services, providerName === undefined ? {} : { providerName });
  const handler = createMailJob(services);
  return {
    ...{ services, clock, sent, answers, outcomes },
    move: (status: EnrollmentStatus) =>
      plantChange(services, { status }, (queries, place) =>
        promiseStatusMail(services, queries, { enrollmentId: ENROLLMENT.id, place, status }),
      ),
    run: (place: number, { id = `job-${place}`, attempt = 1 } = {}): Promise<JobOutcome> => {
      const payload = { enrollmentId: ENROLLMENT.id, place };
      const job: Job = {
        ...{
          id,
          accountId: 'account-1',
          kind: STATUS_MAIL,
          class: 'mails',
          over: '',
          lane: undefined,
          attempt,
          payload,
        },
        createdAt: clock.now(),
      };
      return handler(job, never);
    },
  };
}

it('tells the status, what comes next and which enrollment, and nothing about people', async () => {
  const test = await opened();
  const place = await test.move('LIVE');
  expect(await test.run(place)).toEqual({ kind: 'done' });
  const [mail] = test.sent;
  expect(mail).toMatchObject({
    id: `job-${place}`,
    to: ENROLLMENT.userEmail,
    subject: expect.stringMatching(/^Enrollment with .* is live$/),
  });
  expect(mail?.text).toContain(ENROLLMENT.id);
  expect(mail?.text).toContain(ENROLLMENT.providerName);
  expect(mail?.text).toContain('claimPayment');
  const shown = `${mail?.subject} ${mail?.text}`;
  for (const value of ['kanarie', ENROLLMENT.providerTransactionAccessNumber, '4711 Snootering', '6125550199']) {
    expect(shown).not.toContain(value);
  }
  expect(test.outcomes).toEqual(['sent']);
});

it('is promised by the change itself, with ids alone; not of drafts, and not without a mail server', async () => {
  const test = await opened();
  await test.move('DRAFT');
  expect(await jobRows(test.services.store)).toEqual([]);
  await test.move('SUBMITTED');
  const rows = await test.services.store.read((db) => db.selectFrom('jobs').selectAll().execute());
  expect(rows.map(({ kind, payload }) => [kind, JSON.parse(payload)])).toEqual([
    ['mail', { enrollmentId: ENROLLMENT.id, place: 2 }],
  ]);
  const without = await opened({ hasServer: false });
  await without.move('SUBMITTED');
  expect(await jobRows(without.services.store)).toEqual([]);
});

it('tells the last of several changes only', async () => {
  const test = await opened();
  const first = await test.move('SUBMITTED');
  const last = await test.move('PROVISIONING');
  expect([await test.run(first), await test.run(last)]).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(test.sent.map(({ text }) => /^Status: +(\w+)/m.exec(text)?.[1])).toEqual(['PROVISIONING']);
  expect(test.outcomes).toEqual(['superseded', 'sent']);
});

it('tells of one enrollment few times an hour, and the last of a storm at its end', async () => {
  const test = await opened();
  let last = 0;
  for (let index = 0; index < 30; index += 1) {
    last = await test.move(index % 2 === 0 ? 'PROVISIONING' : 'SUBMITTED');
    const outcome = await test.run(last);
    if (index >= 4) expect(outcome).toMatchObject({ kind: 'again', attempt: 0 });
    test.clock.advance(1_000);
  }
  expect(test.sent).toHaveLength(4);
  const put = await test.run(last);
  if (put.kind !== 'again') throw new Error('It was not put off.');
  test.clock.advance(put.dueAt - test.services.clock.now());
  expect(await test.run(last)).toEqual({ kind: 'done' });
  expect(test.sent).toHaveLength(5);
});

it('is sent again the same to the letter, where its process ended between sending and commit', async () => {
  const test = await opened();
  const place = await test.move('REJECTED');
  await test.run(place, { id: 'job-x' });
  test.clock.advance(60_000);
  await test.run(place, { id: 'job-x' });
  expect(test.sent).toHaveLength(2);
  expect(test.sent[1]).toEqual(test.sent[0]);
});

it('is tried for days, later and later, and then kept for the operator', async () => {
  const test = await opened();
  const place = await test.move('LIVE');
  const begun = test.clock.now();
  let attempt = 1;
  for (; attempt < 50; attempt += 1) {
    test.answers.push(new MailError('The mail server did not take it (ECONNREFUSED).', { isFinal: false }));
    const outcome = await test.run(place, { attempt });
    if (outcome.kind !== 'again') break;
    test.clock.advance(outcome.dueAt - test.clock.now());
  }
  expect([attempt, Math.round((test.clock.now() - begun) / DAY)]).toEqual([8, 3]);
  expect(test.outcomes).toEqual([...Array.from({ length: 7 }, () => 'again'), 'failed']);
});

it('is not tried again where the address was refused', async () => {
  const test = await opened();
  const place = await test.move('LIVE');
  test.answers.push(
    new MailError('The mail server did not take it (EENVELOPE at RCPT TO, answer 550).', { isFinal: true }),
  );
  expect(await test.run(place)).toEqual({ kind: 'failed', error: expect.stringContaining('550') });
});

it('is on one line where names have several, and no longer than it may be', async () => {
  const test = await opened({ providerName: `A\r\n\r\nEnrollment: other\u202e${'x'.repeat(5_000)}` });
  await test.run(await test.move('LIVE'));
  const [mail] = test.sent;
  expect(mail?.text).not.toMatch(/^Enrollment: other/m);
  expect(mail?.text).not.toContain('\u202e');
  expect(mail?.text.length).toBeLessThan(1_500);
});
