import { type Call, KEY_PARAMETER, makeCall, checkValue } from '#contract/call.ts';
import { type OperationName, type ParameterType, operationOf } from '#contract/catalogue.ts';
import { parseJson } from '#contract/json.ts';
import { explain } from '#tasks/task/explain.ts';
import type { KnownParameter } from '#tasks/task/task.ts';
import { operationWords } from '#i18n/words/operation.ts';

export interface FormField {
  readonly name: string;
  readonly type: ParameterType;
  /** `json`: a text that is JSON by its name. `loose`: one that may be, and may be any other text. */
  readonly json?: 'json' | 'loose';
  readonly known?: KnownParameter;
  readonly initial: string;
}

/** The parameters that are set on the handheld, by wire name, whatever the operation: the interface description gives no meaning. Assumption. */
const knownNames: Readonly<Record<string, KnownParameter>> = {
  userId: 'userId',
  userID: 'userId',
  opUserID: 'userId',
  wareHoseId: 'warehouseId',
  WarehouseID: 'warehouseId',
};

const jsonNames: Readonly<Record<string, 'json' | 'loose'>> = { strJson: 'json', str: 'loose', param: 'loose' };

/** The JSON that the stand-in takes: assumptions. */
const templates: Readonly<Partial<Record<OperationName, string>>> = {
  CloseLogisticsTransferMstChange: '{"transferCode":"","close":true}',
  GetPaintMarker: '{"deliveryCode":""}',
};

/** The fields of an operation, by the catalogue: one a parameter, the access key left out. */
export function formOf(
  operation: OperationName,
  settings: Readonly<Record<KnownParameter, string>>,
): readonly FormField[] {
  return operationOf(operation)
    .parameters.filter(([name]) => name !== KEY_PARAMETER)
    .map(([name, type]) => {
      const json = jsonNames[name];
      const known = knownNames[name];
      const initial = known ? settings[known] : json === 'json' ? (templates[operation] ?? '{}') : '';
      return { name, type, initial, ...(json && { json }), ...(known && { known }) };
    });
}

/** Tells whether a scan may go into the field: never into a number. */
export function takesScan({ type, known, json }: FormField): boolean {
  return type === 'string' && !known && json !== 'json';
}

/** Puts a scan into a JSON text as its first empty value; `undefined` where there is none. */
export function putIntoJson(text: string, scan: string): string | undefined {
  const colon = /:\s*(?="")/.exec(text);
  if (!colon) return undefined;
  const at = colon.index + colon[0].length;
  return `${text.slice(0, at)}${JSON.stringify(scan)}${text.slice(at + 2)}`;
}

/** Says what is wrong with the JSON of a field; a loose one has to be JSON only where it begins like it. */
export function jsonProblem({ json }: FormField, text: string): string | undefined {
  const isMeant = json === 'json' || (json === 'loose' && /^\s*[[{]/.test(text));
  if (!isMeant) return undefined;
  try {
    parseJson(text);
    return undefined;
  } catch {
    return json === 'json' ? operationWords().noJson : operationWords().looseJson;
  }
}

/** The call of what was entered, or a sentence for each wrong field. @param asItIs - lets broken JSON through */
export function callOfForm(
  operation: OperationName,
  fields: readonly FormField[],
  texts: Readonly<Record<string, string>>,
  asItIs: boolean,
): { readonly call?: Call; readonly problems: Readonly<Record<string, string>> } {
  const problems = fields.flatMap((field) => {
    const problem = problemOf(field, texts[field.name] ?? '', asItIs);
    return problem === undefined ? [] : [[field.name, problem] as const];
  });
  if (problems.length > 0) return { problems: Object.fromEntries(problems) };
  const call = makeCall(operation, Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? ''])));
  return { call, problems: {} };
}

function problemOf(field: FormField, text: string, asItIs: boolean): string | undefined {
  try {
    checkValue(field.name, field.type, text);
  } catch (error) {
    return explain(error);
  }
  return asItIs && field.json === 'loose' ? undefined : jsonProblem(field, text);
}
