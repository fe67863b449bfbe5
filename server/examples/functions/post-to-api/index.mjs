// Hands its event to an API of your own. API_URL: where to; its host is one of FUNCTIONS_ALLOWED_HOSTS of the server. API_TOKEN: who is there.

const { API_URL, API_TOKEN } = process.env;

export const handler = async (event, { invocationId }) => {
  const answer = await fetch(API_URL, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${API_TOKEN}`,
      'content-type': 'application/json',
      // The same at each attempt, so that whoever is there does it once.
      'idempotency-key': invocationId,
    },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(10_000),
  });
  // What it throws is an attempt that failed: an invocation that nobody waits for is tried again.
  if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
  return { status: answer.status };
};
