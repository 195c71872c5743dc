import type { answerWords } from './answerMessages.ts';
import type { printWords } from './printMessages.ts';
import type { teachWords } from './teachMessages.ts';
import type { batchWords } from './batchMessages.ts';
import type { calibrationWords } from './calibrationMessages.ts';
import type { calledWords } from './calledMessages.ts';
import type { callWords } from './callMessages.ts';
import type { cameraWords } from './cameraMessages.ts';
import type { codeWords } from './codeMessages.ts';
import type { cuesWords } from './cuesMessages.ts';
import type { cutOffWords } from './cutOffMessages.ts';
import type { diagnosticsWords } from './diagnosticsMessages.ts';
import type { errorWords } from './errorMessages.ts';
import type { historyWords } from './historyMessages.ts';
import type { homeWords } from './homeMessages.ts';
import type { leaveWords } from './leaveMessages.ts';
import type { installWords } from './installMessages.ts';
import type { lookWords } from './lookMessages.ts';
import type { lookUpWords } from './lookUpMessages.ts';
import type { notTakenWords } from './notTakenMessages.ts';
import type { noticesWords } from './noticesMessages.ts';
import type { peopleWords } from './peopleMessages.ts';
import type { queueWords } from './queueMessages.ts';
import type { rescueWords } from './rescueMessages.ts';
import type { settingsWords } from './settingsMessages.ts';
import type { setUpWords } from './setUpMessages.ts';
import type { objectWords } from './objectMessages.ts';
import type { operationWords } from './operationMessages.ts';
import type { siteWords } from './siteMessages.ts';
import type { startWords } from './startMessages.ts';
import type { beforeWords } from './beforeMessages.ts';
import type { stateWords } from './stateMessages.ts';
import type { statusWords } from './statusMessages.ts';
import type { tasksWords } from './taskMessages.ts';
import type { timeWords } from './timeMessages.ts';
import type { troubleWords } from './troubleMessages.ts';
import type { weightWords } from './weightMessages.ts';

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
