import type { TestApp } from '../../support/test-app.js';

/** What a signed link gives, followed as a client without a key would. */
export async function followed(test: TestApp, link: string) {
  const answer = await test.app.inject({ method: 'GET', url: link.replace('http://127.0.0.1:8480', '') });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}
