import type { AnyRoute } from '../../../gateway/route.js';
import { createInboundSettingRoute } from './create-inbound-setting.js';
import { createOutboundSettingRoute } from './create-outbound-setting.js';
import { deleteInboundSettingRoute } from './delete-inbound-setting.js';
import { deleteOutboundSettingRoute } from './delete-outbound-setting.js';
import { getInboundSettingRoute } from './get-inbound-setting.js';
import { getOutboundSettingRoute } from './get-outbound-setting.js';
import { updateInboundSettingRoute } from './update-inbound-setting.js';
import { updateOutboundSettingRoute } from './update-outbound-setting.js';

export const transactionSettingRoutes: readonly AnyRoute[] = [
  createInboundSettingRoute,
  getInboundSettingRoute,
  updateInboundSettingRoute,
  deleteInboundSettingRoute,
  createOutboundSettingRoute,
  getOutboundSettingRoute,
  updateOutboundSettingRoute,
  deleteOutboundSettingRoute,
];
