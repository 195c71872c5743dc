import type { OperationName } from '#contract/catalogue.ts';
import { type ServiceAccess, askHello, createRead } from './exchange.ts';
import type { Connection } from '#outbox/store/database.ts';
import { createAnswers, type LookUp, lookUp } from '#outbox/liveReads.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { Call } from '#contract/call.ts';
import { whyOf } from '#i18n/whyOf.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';

const LAST_ANSWERS = 1_000;

/** Creates the look-ups that are asked live, and keeps their answers. @param onAnswer - of the service, now */
export function createLookUps(
  access: ServiceAccess,
  connection: Connection,
  outbox: Outbox,
  onAnswer: (call: Call, text: string | null) => void,
) {
  const answers = createAnswers(connection);
  return {
    /** Asks the service; where it does not answer, the last answer with its age, and why in the worker's language. */
    async lookUp(call: Call): Promise<LookUp> {
      const found = await lookUp(call, createRead(access), answers);
      const { fresh, answer, code, reason } = found;
      if (fresh) outbox.heard('reachable', true);
      if (fresh && answer) onAnswer(call, answer.text);
      if (code === 'no-reply' && !(await askHello())) {
        outbox.heard('unreachable'); // the head of the screen says the same, and not half a minute later
        return { ...found, reason: lookUpWords().noGateway };
      }
      return code === undefined || reason === undefined
        ? found
        : { ...found, reason: whyOf({ code, reason }), detail: reason };
    },

    /** The texts of the last answers of an operation, to calls and to questions. */
    async answersOf(operation: OperationName): Promise<readonly string[]> {
      const calls = (await outbox.list('answered', LAST_ANSWERS)).filter((call) => call.operation === operation);
      return [...calls.flatMap(({ result }) => result?.text ?? []), ...(await answers.textsOf(operation))];
    },
  };
}
