// Publishes the package, and sees to it that the addresses in package.json lead somewhere before they are on npm for ever.
//   node publish.mjs --set REPOSITORY [HOMEPAGE]   fills them in: https://github.com/OWNER/ediloom, and the address of the site
//   node publish.mjs --check                       says whether they are filled in, and whether the build is whole
//   node publish.mjs [--dry-run] [OPTION...]       publishes, with the options of `npm publish`; a dry run does with placeholders, not without a build
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A name that never has an address (RFC 2606): what stands in package.json as long as nobody hosts the project. */
const PLACEHOLDER = /\bediloom\.invalid\b/;
const MANIFEST = 'package.json';
/** What stands for a guide in `exports`: `./guides/*`. */
const GUIDES = 'guides/index.json';
const options = process.argv.slice(2);

if (options[0] === '--set') set(options[1], options[2]);
else if (options[0] === '--check') process.exitCode = check(process.env.npm_config_dry_run === 'true') ? 0 : 1;
else process.exitCode = publish();

/** `homepage` is where people read, `repository` where the sources are; issues are told of below it. */
function set(repository, homepage = repository) {
  const [sources, pages] = [repository, homepage].map(publicAddress);
  const base = sources.replace(/(\.git|\/)+$/, '');
  const manifest = {
    ...JSON.parse(readFileSync(MANIFEST, 'utf8')),
    homepage: pages,
    repository: { type: 'git', url: `git+${base}.git` },
    bugs: { url: `${base}/issues` },
  };
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** As browsers write it. What is published stays: a password or token in it would be everybody's. */
function publicAddress(address) {
  // A URL leaves line breaks out and rewrites controls: an address with either is not the one that was meant.
  const url = URL.canParse(address) && !/[\s\p{Cc}]/u.test(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') fail('Give an address of the form https://HOST/PATH.');
  const more = ['username', 'password', 'search', 'hash'].filter((part) => url[part] !== '');
  if (more.length > 0) fail(`An address has no ${more.join(' and no ')}. Give it without: https://HOST/PATH.`);
  // An empty query is none, and still has its mark.
  return url.href.replace(/[?#]+$/, '');
}

function check(isDryRun) {
  const addresses = hasAddresses() || isDryRun;
  return isBuilt() && addresses;
}

// npm packs what there is and says nothing of the rest: without this a clone that was never built is published as a handful of texts.
function isBuilt() {
  const missing = entryFiles().filter((file) => !existsSync(file));
  if (missing.length === 0) return true;
  const [first, ...others] = missing;
  const more = others.length === 0 ? '' : ` and ${others.length} others`;
  console.error(`The build is not whole: there is no ${first}${more}. Run: npm run check`);
  return false;
}

/** Every file that `exports` and `bin` promise. */
function entryFiles() {
  const { exports, bin } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const targets = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targets));
  const files = new Set([...targets(exports), ...targets(bin)].map((file) => file.replace(/^\.\//, '')));
  return [...files].flatMap((file) => (file.includes('*') ? guideIds().map((id) => file.replace('*', id)) : [file]));
}

function guideIds() {
  return existsSync(GUIDES) ? JSON.parse(readFileSync(GUIDES, 'utf8')).map(({ id }) => id) : [];
}

function hasAddresses() {
  const { homepage, repository, bugs } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const open = Object.entries({ homepage, repository: repository?.url, bugs: bugs?.url })
    .filter(([, address]) => address === undefined || PLACEHOLDER.test(address))
    .map(([name]) => name);
  if (open.length === 0) return true;
  console.error(
    `${MANIFEST} has no address yet for ${open.join(', ')}. Run: node publish.mjs --set REPOSITORY [HOMEPAGE]`,
  );
  return false;
}

function publish() {
  if (!check(options.includes('--dry-run'))) return 1;
  return spawnSync('npm', ['publish', ...options], { stdio: 'inherit' }).status ?? 1;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
