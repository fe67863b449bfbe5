import { writeErrorPages } from './errors/error-pages.js';
import { writeFindingPages } from './findings/finding-pages.js';
import { writeGuidePages } from './guides/guide-pages.js';
import { clearMadePages, writeMade } from './made-pages.js';
import { writeReference } from './reference.js';
import { writeRooms } from './rooms.js';

/** Makes all pages that are not written by hand, and the menus that lead to them. */
export async function makePages(): Promise<void> {
  clearMadePages();
  const menus = {
    api: await writeReference(),
    errors: await writeErrorPages(),
    findings: await writeFindingPages(),
    guides: await writeGuidePages(),
    rooms: writeRooms(),
  };
  writeMade('menus.json', JSON.stringify(menus));
}
