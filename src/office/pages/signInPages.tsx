import { framed } from './Frame.tsx';
import { LINK_PATH, type PageFacts, PROVIDER_PATH, SIGN_IN_PATH } from './page.ts';
import { ButtonLink, FormInput, PostForm } from './parts.tsx';

/**
 * Makes the sign-in. @param next - the page that was asked for: a path of ours, with its query.
 *
 * @param providerHost - where else one signs in; absent: nowhere.
 * @param readyFor - the name of whoever has just set their password.
 */
export function signInPage(facts: PageFacts, next: string, providerHost?: string, readyFor?: string): string {
  const texts = facts.words.shared;
  const inside = (
    <>
      {readyFor !== undefined && (
        <p className="note said-saved" role="status">
          {texts.passwordIsSet}
        </p>
      )}
      {providerHost !== undefined && (
        <p>
          <ButtonLink to={`${PROVIDER_PATH}?${new URLSearchParams({ next }).toString()}`} isPrimary>
            {texts.signInAt({ host: providerHost })}
          </ButtonLink>
        </p>
      )}
      <p>{texts.signInHint}</p>
      <PostForm action={SIGN_IN_PATH} hidden={{ next }}>
        <FormInput caption={texts.name} name="name" autoComplete="username" maxLength={60} value={readyFor} />
        <FormInput caption={texts.password} name="password" type="password" autoComplete="current-password" required />
        <button className="button button-primary">{texts.signIn}</button>
      </PostForm>
    </>
  );
  return framed(facts, undefined, inside);
}

/** Makes the page on which a link sets a password of so many letters or more. @param link - absent: it is over. */
export function linkPage(
  facts: PageFacts,
  link?: { readonly code: string; readonly name: string; readonly letters: number },
): string {
  const { people, shared } = facts.words;
  if (!link) return framed(facts, undefined, null, people.setPassword);
  const { code, name, letters } = link;
  const password = { type: 'password', autoComplete: 'new-password', required: true, minLength: letters };
  const caption = (
    <>
      {people.newPassword} <span className="hint">{people.passwordRule({ letters })}</span>
    </>
  );
  const inside = (
    <PostForm action={LINK_PATH} hidden={{ code }}>
      <FormInput caption={shared.name} name="name" autoComplete="username" value={name} readOnly />
      <FormInput caption={caption} name="password" {...password} />
      <FormInput caption={people.passwordAgain} name="again" {...password} />
      <button className="button button-primary">{people.setPassword}</button>
    </PostForm>
  );
  return framed(facts, undefined, inside, people.setPassword);
}

/**
 * Makes the page that leads on by itself: a browser sends our `SameSite=Strict` cookie from here, and not along a redirect that
 * another site began.
 *
 * @param next - a path of ours.
 */
export function goOnPage(facts: PageFacts, next: string): string {
  const { goOn } = facts.words.shared;
  const inside = (
    <p>
      <ButtonLink to={next} isPrimary>
        {goOn}
      </ButtonLink>
    </p>
  );
  return framed(facts, undefined, inside, goOn, next);
}
