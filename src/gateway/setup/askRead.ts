import type { Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { checkFields } from '#gateway/calls/checkFields.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import { speak } from '#gateway/upstream/spokenCall.ts';
import type { KeySeen } from './serviceSteps.ts';
import { classify } from '#wire/classify.ts';
import { ERASED, eraseKeyFromText } from '#wire/keyForms.ts';
import type { Outcome } from '#contract/outcome.ts';

/** What came of a read, and whether the key made a difference where it was answered. */
export interface ReadAnswer {
  readonly outcome: Outcome;
  readonly keySeen?: KeySeen;
}

/**
 * Asks a read as a handheld's would be, once with the key and once without: an answer that is the same does not come from
 * the key.
 *
 * @param key - what was entered for it, where the gateway holds none. It is in nothing that is given back.
 * @throws InvalidParameter
 */
export async function askRead(
  dispatch: Pick<Dispatch, 'pass'>,
  settings: CallSettings,
  operation: OperationName,
  fields: Parameters,
  key: string,
): Promise<ReadAnswer> {
  const ask = async (shown: string): Promise<Outcome> => {
    const spoken = speak(operation, checkFields(operation, fields, shown), settings);
    const answer = 'binding' in spoken ? await dispatch.pass(spoken) : spoken;
    const outcome = classify(answer, settings.names);
    answer.release?.();
    return outcome;
  };
  const outcome = await ask(key);
  if (outcome.kind !== 'answered' || key === '') return { outcome };
  const without = await ask('');
  const keySeen = without.kind === 'answered' && without.text === outcome.text ? 'same' : 'differs';
  const text = outcome.text === null ? null : eraseKeyFromText(outcome.text, key, ERASED);
  return { outcome: { ...outcome, text }, keySeen };
}
