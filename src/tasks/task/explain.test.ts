import { afterEach, expect, test } from 'vitest';
import { operationNames, operationOf } from '#contract/catalogue.ts';
import { InvalidParameter, OperationOff } from '#contract/errors.ts';
import { languageTags } from '#contract/languages.ts';
import { speakIn } from '#i18n/spoken.ts';
import { explain } from './explain.ts';

/** A name as programs write it: `transportOrderCode`, `RevertOff`. */
const WIRE_NAME = /\p{Ll}\p{Lu}/u;
const parameters = new Set(
  operationNames.flatMap((name) => operationOf(name).parameters.map(([parameter]) => parameter)),
);

afterEach(() => speakIn('en'));

test.each(languageTags)('no sentence about an error has a name of the service in it: %s', async (language) => {
  await speakIn(language);
  const errors = [
    ...[...parameters].map((parameter) => new InvalidParameter(parameter, '“x” is no code.')),
    ...operationNames.map((name) => new OperationOff(name)),
  ];
  expect(errors.map((error) => explain(error)).filter((sentence) => WIRE_NAME.test(sentence))).toEqual([]);
});
