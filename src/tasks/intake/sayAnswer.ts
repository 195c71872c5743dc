import type { OperationName } from '#contract/catalogue.ts';
import { judge } from '#contract/judging.ts';
import { type Facts, type Found, type FlowState, type Step, say } from './taskFlow.ts';
import { words } from '#i18n/words.ts';

/** Says of an answer what is wrong with it: nothing where it is fresh and no refusal. @param of - what was asked about */
export function sayAnswer<State extends FlowState>(
  state: State,
  { fresh, answer, reason = '', isBroken }: Found,
  isRefused: boolean,
  of: string,
): Step<State> {
  if (fresh) return isRefused ? say(state, 'wrong', answer?.text ?? '') : [state, []];
  return say(
    state,
    answer ? 'repeat' : 'wrong',
    isBroken ? reason : words('object').notAsked({ code: of, why: reason }).trim(),
  );
}

/** Whether the service has refused the question itself just now, as far as the site's rules tell. */
export function isRefusal({ site }: Pick<Facts<unknown>, 'site'>, operation: OperationName, found: Found): boolean {
  return found.fresh && judge(site, operation, found.answer?.text ?? null) === 'refused';
}
