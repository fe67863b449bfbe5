import { applyOverlay } from 'ediloom';
import { loadGuide } from 'ediloom/guides';

const guide = await loadGuide('850-004010');
applyOverlay(guide, { overlay: 'harbor', base: '850-004010', patch: { title: 'Harbor Stores 850', type: 'array' } });
