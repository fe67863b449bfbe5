import { describe, expect, it, onTestFinished } from 'vitest';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { writeAs } from '../../support/accounts.js';
import { fakeFunctions } from '../../support/fake-functions.js';
import { S3_ACCOUNT, s3World } from '../../support/s3-world.js';
import { type Answer, installPublished, made } from './published-client.js';

const PACKAGE = '@aws-sdk/client-lambda';

describe.each(['3.10.0', '3.1164.0'])(`${PACKAGE} %s, unpatched`, (version) => {
  it('invokes a function, and knows our errors by their names', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const error = { errorType: 'TypeError', errorMessage: 'no', trace: [] };
    const log = 'printed\n';
    const { here, close } = fakeFunctions(({ event }) =>
      String(event) === '"fail"' ? { error, log } : { result: String(event), log },
    );
    onTestFinished(close);
    const world = await s3World({ parts: () => ({ functions: here }) });
    await writeAs(world.services.store, S3_ACCOUNT, (queries) => {
      const given = { source: { code: '' }, timeout: 3, logRetention: 'one_day' };
      return createFunction({ queries, clock: world.clock, mode: 'live' }, 'hello', given);
    });
    const { accessKeyId, secretAccessKey } = await world.key();
    const client = made(published, 'LambdaClient', {
      ...{ endpoint: world.endpoint, region: 'us-east-1', maxAttempts: 1 },
      credentials: { accessKeyId, secretAccessKey },
    }) as { send(command: object): Promise<Answer> };
    const invoke = async (input: object) => {
      const answer = await client.send(made(published, 'InvokeCommand', { FunctionName: 'hello', ...input }));
      const payload = Buffer.from((answer.Payload ?? []) as Uint8Array).toString();
      // Older ones do not say it among the members of the answer.
      const { httpStatusCode: status } = answer.$metadata as Answer;
      return { ...answer, payload, status };
    };
    const Payload = Buffer.from('{"a":1}');
    expect(await invoke({ Payload, LogType: 'Tail', FunctionName: 'hello:$LATEST' })).toMatchObject({
      ...{ status: 200, payload: '{"a":1}', ExecutedVersion: '$LATEST' },
      LogResult: Buffer.from('printed\n').toString('base64'),
    });
    const failed = await invoke({ Payload: Buffer.from('"fail"') });
    expect([failed, JSON.parse(failed.payload)]).toMatchObject([{ status: 200, FunctionError: 'Unhandled' }, error]);
    expect(await invoke({ Payload, InvocationType: 'Event' })).toMatchObject({ status: 202, payload: '' });
    expect(await invoke({ Payload, InvocationType: 'DryRun' })).toMatchObject({ status: 204, payload: '' });
    for (const [input, name] of [
      [{ FunctionName: 'none' }, 'ResourceNotFoundException'],
      [{ Payload: Buffer.from('{') }, 'InvalidRequestContentException'],
    ] as const) {
      await expect(invoke(input)).rejects.toMatchObject({ name, message: expect.stringMatching(/ /) });
    }
  });
});
