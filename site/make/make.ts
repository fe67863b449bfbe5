/** Makes all pages that are not written by hand. */
import { writeErrorPages } from './errors/error-pages.js';
import { writeFindingPages } from './findings/finding-pages.js';
import { writeGuidePages } from './guides/guide-pages.js';
import { clearMadePages, writeMade } from './made-pages.js';

clearMadePages();
const menus = {
  api: [],
  errors: await writeErrorPages(),
  findings: await writeFindingPages(),
  guides: await writeGuidePages(),
  rooms: [],
};
writeMade('menus.json', JSON.stringify(menus));
