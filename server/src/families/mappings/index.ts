import type { AnyRoute } from '../../gateway/route.js';
import { createMappingRoute } from './create-mapping.js';
import { deleteMappingRoute } from './delete-mapping.js';
import { getMappingRoute } from './get-mapping.js';
import { listMappingsRoute } from './list-mappings.js';
import { mapDocumentRoute } from './map-document.js';
import { updateMappingRoute } from './update-mapping.js';

export const routes: readonly AnyRoute[] = [
  createMappingRoute,
  listMappingsRoute,
  getMappingRoute,
  updateMappingRoute,
  deleteMappingRoute,
  mapDocumentRoute,
];
