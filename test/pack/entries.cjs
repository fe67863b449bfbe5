// Loads every entry of the package, and every guide, in both ways: each has the same names, and only a package that its users bring may be missing.
const assert = require('node:assert/strict');
const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const PEERS = ['ajv', 'basic-ftp', 'fast-check', 'iconv-lite', 'node-forge', 'ssh2', 'ssh2-sftp-client'];
const manifestFile = require.resolve('ediloom/package.json');
const { exports: entries } = JSON.parse(readFileSync(manifestFile, 'utf8'));
const guides = readdirSync(join(dirname(manifestFile), 'dist/guides'))
  .filter((file) => file.endsWith('.js') && file !== 'index.js')
  .map((file) => `./guides/${file.slice(0, -'.js'.length)}`);
const names = [...Object.keys(entries).filter((entry) => !entry.includes('*') && !entry.endsWith('.json')), ...guides];

async function loadAll() {
  assert.ok(guides.length >= 48, `only ${guides.length} guides`);
  for (const entry of names) {
    const name = entry.replace('.', 'ediloom');
    try {
      const [module, common] = [await import(name), require(name)];
      const own = (all) => Object.keys(all).filter((key) => !['default', 'module.exports', '__esModule'].includes(key));
      assert.deepEqual(own(common).sort(), own(module).sort(), name);
      assert.notEqual(own(module).length, 0, name);
    } catch (error) {
      const missing = /Cannot find (?:package|module) '([^'/]+)/.exec(error.message)?.[1];
      if (!PEERS.includes(missing)) throw error;
    }
  }
  console.log(`${names.length} entries: load in both ways`);
}

loadAll().catch((error) => {
  console.error(error);
  process.exit(1);
});
