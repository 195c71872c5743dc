import type { answerWords, teachWords } from '#i18n/en/answer.ts';
import type { printWords } from '#i18n/en/print.ts';
import type { batchWords, notTakenWords } from '#i18n/en/batch.ts';
import type { calibrationWords } from '#i18n/en/calibration.ts';
import type { calledWords } from '#i18n/en/called.ts';
import type { callWords } from '#i18n/en/call.ts';
import type { cameraWords } from '#i18n/en/camera.ts';
import type { codeWords } from '#i18n/en/code.ts';
import type { cuesWords, lookWords, settingsWords } from '#i18n/en/settings.ts';
import type { cutOffWords, leaveWords, noticesWords } from '#i18n/en/notices.ts';
import type { diagnosticsWords } from '#i18n/en/diagnostics.ts';
import type { errorWords, troubleWords } from '#i18n/en/error.ts';
import type { historyWords } from '#i18n/en/history.ts';
import type { homeWords } from '#i18n/en/home.ts';
import type { installWords } from '#i18n/en/install.ts';
import type { lookUpWords } from '#i18n/en/lookUp.ts';
import type { peopleWords } from '#i18n/en/people.ts';
import type { queueWords } from '#i18n/en/queue.ts';
import type { rescueWords } from '#i18n/en/rescue.ts';
import type { setUpWords } from '#i18n/en/setUp.ts';
import type { objectWords } from '#i18n/en/object.ts';
import type { operationWords } from '#i18n/en/operation.ts';
import type { siteWords } from '#i18n/en/site.ts';
import type { startWords } from '#i18n/en/start.ts';
import type { beforeWords } from '#i18n/en/before.ts';
import type { stateWords } from '#i18n/en/state.ts';
import type { statusWords } from '#i18n/en/status.ts';
import type { tasksWords } from '#i18n/en/task.ts';
import type { timeWords } from '#i18n/en/time.ts';
import type { weightWords } from '#i18n/en/weight.ts';

/** The same keys and the same parameters, whatever the texts say. */
type Words<T> = T extends (...values: infer Values) => string
  ? (...values: Values) => string
  : T extends string
    ? string
    : { readonly [Key in keyof T]-?: Words<T[Key]> };

/** Every word of the app in one language. A key that is missing, or one too many, fails the build. */
export type Translation = Words<Catalogues>;

/** Every catalogue by its name. */
interface Catalogues {
  readonly tasks: typeof tasksWords;
  readonly batch: typeof batchWords;
  readonly calibration: typeof calibrationWords;
  readonly call: typeof callWords;
  readonly called: typeof calledWords;
  readonly camera: typeof cameraWords;
  readonly code: typeof codeWords;
  readonly cues: typeof cuesWords;
  readonly cutOff: typeof cutOffWords;
  readonly diagnostics: typeof diagnosticsWords;
  readonly error: typeof errorWords;
  readonly history: typeof historyWords;
  readonly home: typeof homeWords;
  readonly leave: typeof leaveWords;
  readonly install: typeof installWords;
  readonly look: typeof lookWords;
  readonly lookUp: typeof lookUpWords;
  readonly notTaken: typeof notTakenWords;
  readonly notices: typeof noticesWords;
  readonly people: typeof peopleWords;
  readonly queue: typeof queueWords;
  readonly rescue: typeof rescueWords;
  readonly settings: typeof settingsWords;
  readonly setUp: typeof setUpWords;
  readonly object: typeof objectWords;
  readonly operation: typeof operationWords;
  readonly site: typeof siteWords;
  readonly start: typeof startWords;
  readonly before: typeof beforeWords;
  readonly state: typeof stateWords;
  readonly status: typeof statusWords;
  readonly answer: typeof answerWords;
  readonly print: typeof printWords;
  readonly teach: typeof teachWords;
  readonly time: typeof timeWords;
  readonly trouble: typeof troubleWords;
  readonly weight: typeof weightWords;
}
