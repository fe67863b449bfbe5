import { loadGuide } from 'ediloom/guides';

await loadGuide('850-00401');
