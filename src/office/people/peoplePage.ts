import { originOf } from '#http/clientAddress.ts';
import { tidied } from '#http/tidied.ts';
import {
  asItIs,
  COPY_SCRIPT_PATH,
  LINK_PATH,
  Refused,
  choice,
  escaped,
  field,
  pagePlace,
  postForm,
  table,
  timeOf,
} from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import { type Account, type Accounts, type Changed, isAccountName } from './accounts.ts';
import type { Asking, Made, PersonPages } from './personPages.ts';
import { FIRST_ACCOUNT, type Role, isRole, roles } from '#http/rights/roles.ts';

const PEOPLE = pagePlace('people');
const ROLE = pagePlace('people', '/role');
const LINK = pagePlace('people', '/link');
const REMOVE = pagePlace('people', '/remove');

type Words = PageWords['people'];

/** Adds the page of the people who may sign in: it makes accounts, gives them roles and links, and removes them. */
export function addPeoplePage({ page, form }: PersonPages, accounts: Accounts): void {
  const list = async ({ facts }: Asking, shown = ''): Promise<string> =>
    shown + peoplePage(facts.words.people, await accounts.list());

  page(PEOPLE, (asking) => list(asking));
  form(
    PEOPLE,
    async (asking) => {
      const { facts, fields, note } = asking;
      const texts = facts.words.people;
      const [name, role] = [tidied(fields['name'] ?? ''), roleIn(fields)];
      if (!isAccountName(name) || !role) throw new Refused(texts.nameWrong);
      const code = await accounts.add(name, role);
      if (code === undefined) throw new Refused(texts.nameTaken({ name }));
      await note('account-made', `${name}: ${role}`);
      return list(asking, linkPart(texts, name, linkFor(asking, code)));
    },
    (asking) => list(asking),
  );
  form(LINK, async (asking) => {
    const made = await accounts.renewLink(numberIn(asking.fields));
    if (!made) return { to: PEOPLE.path };
    await asking.note('link-made', made.name);
    return list(asking, linkPart(asking.facts.words.people, made.name, linkFor(asking, made.code)));
  });

  /** Makes a form that changes one account, and says so where it may not be changed. */
  const changing = (
    place: typeof ROLE,
    act: (asking: Asking, account: Account) => Promise<Changed>,
    note: (asking: Asking, account: Account) => Promise<void>,
  ): void =>
    form(
      place,
      async (asking): Promise<Made> => {
        const number = numberIn(asking.fields);
        const account = (await accounts.list()).find((one) => one.number === number);
        const changed = account ? await act(asking, account) : 'gone';
        if (changed === 'last') throw new Refused(asking.facts.words.people.lastIt);
        if (account && changed === 'done') await note(asking, account);
        return { to: PEOPLE.path };
      },
      (asking) => list(asking),
    );
  changing(
    ROLE,
    async ({ fields }, { number }) => {
      const role = roleIn(fields);
      return role ? accounts.setRole(number, role) : 'gone';
    },
    ({ fields, note }, { name, role }) => note('role-changed', `${name}: ${role} → ${roleIn(fields)}`),
  );
  changing(
    REMOVE,
    (_asking, { number }) => accounts.remove(number),
    ({ note }, { name }) => note('account-removed', name),
  );
}

function numberIn({ number = '' }: Asking['fields']): number {
  return /^[0-9]{1,15}$/.test(number) ? Number(number) : 0;
}

function roleIn({ role }: Asking['fields']): Role | undefined {
  return isRole(role) ? role : undefined;
}

function linkFor({ request }: Asking, code: string): string {
  return `${originOf(request)}${LINK_PATH}?code=${code}`;
}

/** Shows a link, this once. */
function linkPart(texts: Words, name: string, link: string): string {
  const shown = `<label>${texts.link}<textarea id="link" class="verbatim" rows="4" readonly>${escaped(link)}</textarea></label>`;
  const copy = `<button type="button" class="button button-primary" data-copies="link" data-copied="${texts.copied}" hidden>${texts.copy}</button><script src="${COPY_SCRIPT_PATH}" defer></script>`;
  return `<section class="panel" role="status"><h2>${texts.linkFor({ name: asItIs(name) })}</h2>${shown}${copy}<p>${texts.linkHint}</p></section>`;
}

function peoplePage(texts: Words, accounts: readonly Account[]): string {
  const rows = accounts.map((account) => [
    asItIs(account.name),
    texts.roles[account.role],
    `${stateOf(account, texts)}${account.isProviders ? removeForm(account, texts) : forms(account, texts)}`,
  ]);
  const list =
    rows.length === 0
      ? `<p>${texts.none}</p>`
      : table([texts.name, texts.role, texts.state], rows, { style: 'people' });
  const may = roles.map((role) => `<li><strong>${texts.roles[role]}</strong>: ${texts.may[role]}</li>`);
  const fields = [
    field(texts.name, 'name', { maxlength: 60, required: true, autocomplete: 'off' }),
    choice(texts.role, 'role', texts.roles),
    `<ul>${may.join('')}</ul><button class="button button-primary">${texts.add}</button>`,
  ];
  return `<p>${texts.hint({ first: asItIs(FIRST_ACCOUNT) })}</p>${list}<h2>${texts.another}</h2>${postForm(PEOPLE.path, {}, fields.join(''))}`;
}

function stateOf({ isProviders, hasPassword, linkUntil }: Account, texts: Words): string {
  if (isProviders) return texts.byProvider;
  const link = linkUntil === undefined ? '' : texts.linkUntil({ when: timeOf(linkUntil) });
  return hasPassword ? [texts.byPassword, link].filter(Boolean).join(' ') : link || texts.noPassword;
}

/** Shows what can be changed of an account, without a script. */
function forms(account: Account, texts: Words): string {
  const number = String(account.number);
  const role = choice(texts.role, 'role', texts.roles, { chosen: account.role });
  return `<details><summary class="button">${texts.change}</summary>
${postForm(ROLE.path, { number }, `${role}<button class="button">${texts.changeRole}</button>`)}
${postForm(LINK.path, { number }, `<button class="button">${texts.newLink}</button>`)}
<div class="apart">${removeForm(account, texts)}</div></details>`;
}

/** Asks before somebody is removed, and says what is lost. The button comes a moment later: a second tap removes nobody. */
function removeForm({ number, name, isProviders }: Account, texts: Words): string {
  const shown = { name: asItIs(name) };
  const button = `<button class="button button-danger">${texts.doRemove(shown)}</button>`;
  const lost = isProviders ? texts.removeHint : texts.removeSure(shown);
  return `<details><summary class="button button-danger">${texts.remove(shown)}</summary><p>${lost}</p><div class="just-said">${postForm(REMOVE.path, { number: String(number) }, button)}</div></details>`;
}
