// Publishes the package, and sees to it that the addresses in package.json lead somewhere before they are on npm for ever.
//   node publish.mjs --set REPOSITORY [HOMEPAGE]   fills them in: https://github.com/OWNER/ediloom, and the address of the site
//   node publish.mjs --check                       says whether they are filled in
//   node publish.mjs [--dry-run] [OPTION...]       publishes, with the options of `npm publish`; a dry run does with placeholders
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** A name that never has an address (RFC 2606): what stands in package.json as long as nobody hosts the project. */
const PLACEHOLDER = /\bediloom\.invalid\b/;
const MANIFEST = 'package.json';
const options = process.argv.slice(2);

if (options[0] === '--set') set(options[1], options[2]);
else if (options[0] === '--check') process.exitCode = check(process.env.npm_config_dry_run === 'true') ? 0 : 1;
else process.exitCode = publish();

/** `homepage` is where people read, `repository` where the sources are; issues are told of below it. */
function set(repository, homepage = repository) {
  for (const address of [repository, homepage]) {
    if (!URL.canParse(address) || !address.startsWith('https://'))
      fail('Give the address of the repository, https://….');
  }
  const base = repository.replace(/(\.git|\/)+$/, '');
  const manifest = {
    ...JSON.parse(readFileSync(MANIFEST, 'utf8')),
    homepage,
    repository: { type: 'git', url: `git+${base}.git` },
    bugs: { url: `${base}/issues` },
  };
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

function check(isDryRun) {
  const { homepage, repository, bugs } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const open = Object.entries({ homepage, repository: repository?.url, bugs: bugs?.url })
    .filter(([, address]) => address === undefined || PLACEHOLDER.test(address))
    .map(([name]) => name);
  if (open.length === 0) return true;
  console.error(
    `${MANIFEST} has no address yet for ${open.join(', ')}. Run: node publish.mjs --set REPOSITORY [HOMEPAGE]`,
  );
  return isDryRun;
}

function publish() {
  if (!check(options.includes('--dry-run'))) return 1;
  return spawnSync('npm', ['publish', ...options], { stdio: 'inherit' }).status ?? 1;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
