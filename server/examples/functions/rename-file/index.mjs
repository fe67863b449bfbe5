// Moves what is put below `in/` of a bucket: `in/order 7.edi` becomes `done/2026-03-02/order 7.edi`. For the notifications of that bucket.
// KEY: an API key of the bucket's mode.

const { EDILOOM_URL, KEY } = process.env;
const BUCKETS = `${EDILOOM_URL}/2022-05-05`;

export const handler = async ({ Records }) => {
  const moved = [];
  for (const { eventTime, s3 } of Records) {
    const bucketName = s3.bucket.name;
    // As notifications write keys: a space is a plus.
    const from = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
    // What lies below `done/` was put there by this function: without this line it would be called for it, again and again.
    if (!from.startsWith('in/')) continue;
    const key = `done/${eventTime.slice(0, 10)}/${from.slice('in/'.length)}`;
    const copied = await ask('POST', '/copy', { bucketName, key, copySource: `${bucketName}/${from}` });
    // It is invoked at least once: the time before may have moved it already.
    if (copied.status === 404) continue;
    await demandOk(copied);
    await demandOk(await ask('DELETE', `/buckets/${bucketName}/objects/${encodeURIComponent(from)}`));
    moved.push({ from, to: key });
  }
  console.log(`${moved.length} moved`);
  return { moved };
};

function ask(method, path, body) {
  const headers = { authorization: KEY, ...(body && { 'content-type': 'application/json' }) };
  return fetch(BUCKETS + path, { method, headers, body: body && JSON.stringify(body) });
}

async function demandOk(answer) {
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${(await answer.json()).message}`);
}
