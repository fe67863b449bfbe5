import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectIn, objectsIn, without } from './json-parts.js';

const EQUIPMENT = 'durableMedicalEquipmentService';

/** SV501 repeats the procedure of the line (SV101): the JSON says it once. */
export function withProcedureOfEquipment(request: JsonObject): JsonObject {
  return inEachEquipment(request, (equipment, line) => {
    const { procedureCode } = objectIn(line.professionalService);
    return procedureCode === undefined ? equipment : { ...equipment, procedureCode };
  });
}

/** The reverse. */
export function withoutProcedureOfEquipment(request: JsonObject): JsonObject {
  return inEachEquipment(request, (equipment) => without(equipment, ['procedureCode']));
}

function inEachEquipment(
  request: JsonObject,
  move: (equipment: JsonObject, line: JsonObject) => JsonObject,
): JsonObject {
  const information = objectIn(request.claimInformation);
  const lines = objectsIn(information.serviceLines);
  if (!lines.some((line) => isObject(line[EQUIPMENT]))) return request;
  const serviceLines = lines.map((line) => {
    const equipment = line[EQUIPMENT];
    return isObject(equipment) ? { ...line, [EQUIPMENT]: move(equipment, line) } : line;
  });
  return { ...request, claimInformation: { ...information, serviceLines } };
}
