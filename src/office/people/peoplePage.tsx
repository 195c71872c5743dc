import { Fragment, type ReactElement } from 'react';
import { originOf } from '#http/clientAddress.ts';
import { tidied } from '#http/tidied.ts';
import { COPY_SCRIPT_PATH, LINK_PATH, accountRow, Refused, pagePlace } from '#office/pages/page.ts';
import { AsItIs, FormChoice, FormInput, PostForm, Table, Time, filled } from '#office/pages/parts.tsx';
import type { PageWords } from '#office/pages/pageWords.ts';
import { type Account, type Accounts, type Changed, isAccountName } from './accounts.ts';
import type { Asking, Made, PersonPages } from './personPages.ts';
import { FIRST_ACCOUNT } from '#contract/decision.ts';
import { type Role, isRole, roles } from '#http/rights/roles.ts';

const PEOPLE = pagePlace('people');
const ROLE = pagePlace('people', '/role');
const LINK = pagePlace('people', '/link');
const REMOVE = pagePlace('people', '/remove');

type Words = PageWords['people'];

/** A link that was made just now. */
interface NewLink {
  /** The name of whoever it is for. */
  readonly name: string;
  readonly address: string;
}

/** Adds the page of the people who may sign in: it makes accounts, gives them roles and links, and removes them. */
export function addPeoplePage({ page, form }: PersonPages, accounts: Accounts): void {
  const list = async ({ facts }: Asking, link?: NewLink): Promise<ReactElement> => (
    <People texts={facts.words.people} accounts={await accounts.list()} link={link} />
  );

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
      return list(asking, { name, address: linkFor(asking, code) });
    },
    (asking) => list(asking),
  );
  form(LINK, async (asking) => {
    const made = await accounts.renewLink(numberIn(asking.fields));
    if (!made) return { to: PEOPLE.path };
    await asking.note('link-made', made.name);
    return list(asking, { name: made.name, address: linkFor(asking, made.code) });
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
function LinkPart({ texts, link: { name, address } }: { readonly texts: Words; readonly link: NewLink }) {
  return (
    <section className="panel" role="status">
      <h2>{filled(texts.linkFor, { name: <AsItIs text={name} /> })}</h2>
      <label>
        {texts.link}
        <textarea id="link" className="verbatim" rows={4} readOnly defaultValue={address} />
      </label>
      <button type="button" className="button button-primary" data-copies="link" data-copied={texts.copied} hidden>
        {texts.copy}
      </button>
      <script src={COPY_SCRIPT_PATH} defer />
      <p>{texts.linkHint}</p>
    </section>
  );
}

interface PeopleProps {
  readonly texts: Words;
  readonly accounts: readonly Account[];
  readonly link: NewLink | undefined;
}

function People({ texts, accounts, link }: PeopleProps) {
  const rows = accounts.map((account) => [
    <AsItIs text={account.name} key="name" />,
    texts.roles[account.role],
    <Fragment key="state">
      <State account={account} texts={texts} />
      {account.isProviders ? <RemoveForm account={account} texts={texts} /> : <Forms account={account} texts={texts} />}
    </Fragment>,
  ]);
  return (
    <>
      {link && <LinkPart texts={texts} link={link} />}
      <p>{filled(texts.hint, { first: <AsItIs text={FIRST_ACCOUNT} /> })}</p>
      <Table
        names={[texts.name, texts.role, texts.state]}
        rows={rows}
        className="people"
        rowTags={accounts.map(({ number }) => ({ id: accountRow(number) }))}
        none={texts.none}
      />
      <h2>{texts.another}</h2>
      <PostForm action={PEOPLE.path}>
        <FormInput caption={texts.name} name="name" maxLength={60} required autoComplete="off" />
        <FormChoice caption={texts.role} name="role" choices={texts.roles} />
        <ul>
          {roles.map((role) => (
            <li key={role}>
              <strong>{texts.roles[role]}</strong>: {texts.may[role]}
            </li>
          ))}
        </ul>
        <button className="button button-primary">{texts.add}</button>
      </PostForm>
    </>
  );
}

interface AccountProps {
  readonly account: Account;
  readonly texts: Words;
}

function State({ account: { isProviders, hasPassword, linkUntil }, texts }: AccountProps) {
  if (isProviders) return texts.byProvider;
  const link = linkUntil !== undefined && filled(texts.linkUntil, { when: <Time at={linkUntil} /> });
  if (!hasPassword) return link || texts.noPassword;
  return (
    <>
      {texts.byPassword}
      {link && <> {link}</>}
    </>
  );
}

/** Shows what can be changed of an account, without a script. */
function Forms({ account, texts }: AccountProps) {
  const hidden = { number: String(account.number) };
  return (
    <details>
      <summary className="button">{texts.change}</summary>
      <PostForm action={ROLE.path} hidden={hidden}>
        <FormChoice caption={texts.role} name="role" choices={texts.roles} chosen={account.role} />
        <button className="button">{texts.changeRole}</button>
      </PostForm>
      <PostForm action={LINK.path} hidden={hidden}>
        <button className="button">{texts.newLink}</button>
      </PostForm>
      <div className="apart">
        <RemoveForm account={account} texts={texts} />
      </div>
    </details>
  );
}

/** Asks before somebody is removed, and says what is lost. The button comes a moment later: a second tap removes nobody. */
function RemoveForm({ account: { number, name, isProviders }, texts }: AccountProps) {
  const shown = { name: <AsItIs text={name} /> };
  return (
    <details>
      <summary className="button button-danger">{filled(texts.remove, shown)}</summary>
      <p>{isProviders ? texts.removeHint : filled(texts.removeSure, shown)}</p>
      <div className="just-said">
        <PostForm action={REMOVE.path} hidden={{ number: String(number) }}>
          <button className="button button-danger">{filled(texts.doRemove, shown)}</button>
        </PostForm>
      </div>
    </details>
  );
}
