import { expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import { professionalRequest } from './plain-requests.js';

it('segments of one position in a line stand in the order of the guide', async () => {
  const guide = await loadGuide('837P-005010X222A1');
  const request = professionalRequest(({ claimInformation }) =>
    Object.assign(claimInformation.serviceLines[0], {
      hospiceEmployeeIndicator: true,
      ambulanceCertification: [{ certificationConditionIndicator: 'Y', conditionCodes: ['01'] }],
      conditionIndicatorDurableMedicalEquipment: { certificationConditionIndicator: 'Y', conditionIndicator: '38' },
      durableMedicalEquipmentCertificateOfMedicalNecessity: { attachmentTransmissionCode: 'AB' },
      serviceLineSupplementalInformation: [{ attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'AA' }],
    }),
  );
  const { document } = createClaimCodec('professional', guide).encode(request, {
    ...{ sender: { qualifier: 'ZZ', id: 'CLINIC' }, receiver: { qualifier: 'ZZ', id: 'PAYER' } },
    ...{ transactionId: 'BHT-1', now: Date.parse('2026-03-01T09:15:00Z') },
  });
  if (document === undefined) throw new Error('refused');
  const segments = new TextDecoder().decode(createEngine({ guides: [guide] }).generate(document).bytes).split('~');
  const told = segments.filter((segment) => /^(PWK|CRC)\*/.test(segment)).map((segment) => segment.slice(0, 6));
  expect(told).toEqual(['PWK*OZ', 'PWK*CT', 'CRC*07', 'CRC*70', 'CRC*09']);
});
