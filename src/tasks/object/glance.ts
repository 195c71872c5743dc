import { type SiteConfiguration, fieldOf } from '#contract/site.ts';
import type { ObjectTask } from '#tasks/task/task.ts';

/**
 * What the service says of an object in one line, by the site's field rules: its status, then the other fields by name.
 *
 * @param text - the answer of the task's look-up.
 * @returns an empty text where the site has no rule for it. What the task has a field for is not told twice.
 */
export function glanceOf(site: Pick<SiteConfiguration, 'fieldRules'>, task: ObjectTask, text: string): string {
  const operation = task.lookUp?.operation;
  if (operation === undefined) return '';
  const names = site.fieldRules.filter((rule) => rule.operation === operation).map(({ field }) => field);
  const isEntered = (name: string): boolean => task.fields.some((field) => field.found === name);
  return [...new Set(names)]
    .filter((name) => !isEntered(name))
    .flatMap((name) => {
      const value = fieldOf(site, operation, name, text);
      if (value === undefined || value === '') return [];
      return name === 'status' ? value.toLocaleUpperCase() : `${name} ${value}`;
    })
    .join(' · ');
}
