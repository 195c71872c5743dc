import { KEY_PARAMETER } from '#contract/call.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { checkInt, checkText } from '#contract/values.ts';
import type { SettingsEntry } from './appState.ts';

/**
 * An entry that may be kept; an empty `apiKey`: the present one stays.
 *
 * @param needsKey - whether there is no access key yet, here or at the gateway.
 * @throws InvalidParameter naming the field.
 */
export function checkEntry({ apiKey: entered, ...entry }: SettingsEntry, needsKey: boolean) {
  const userId = checkText('User id', entry.userId.trim());
  if (userId === '')
    throw new InvalidParameter('userId', 'enter the user id that the service knows you by.', 'user-needed');
  const warehouseId = checkInt('warehouseId', entry.warehouseId);
  const apiKey = entered?.trim() ?? '';
  if (apiKey === '' && needsKey)
    throw new InvalidParameter(KEY_PARAMETER, 'enter the access key of the service.', 'key-needed');
  return { settings: { ...entry, userId, warehouseId }, apiKey };
}
