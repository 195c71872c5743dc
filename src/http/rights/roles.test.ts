import { expect, test } from 'vitest';
import { FIRST_ACCOUNT, THIS_MACHINE } from '#contract/decision.ts';
import { fullName } from './roles.ts';

test('no account is called as another one of the other list, as the first account or as this machine', () => {
  const names = ['Sam', FIRST_ACCOUNT, THIS_MACHINE, 'Sam · local', 'Sam · provider'];
  const all = [
    ...[FIRST_ACCOUNT, THIS_MACHINE].map((name) => fullName({ name })),
    ...names.flatMap((name) => (['local', 'provider'] as const).map((source) => fullName({ name, source }))),
  ];
  expect(new Set(all).size).toBe(all.length);
});
