import { Frame } from '#app/frame/Frame.tsx';
import { useAppView } from '#app/frame/useAppState.ts';
import { isOperationName } from '#contract/catalogue.ts';
import { OperationScreen } from '#tasks/operation/OperationScreen.tsx';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { words } from '#i18n/words.ts';

/** The screen of an operation, by its name: refused where the site has switched it off. */
export function OperationRoute({ name }: { readonly name: string }) {
  const { site } = useAppView();
  const isOff = site.operationsOff?.some((off) => off === name);
  return (
    <Frame title={name} back={{ to: '/operations', name: words('operation').title }}>
      {isOperationName(name) && !isOff ? (
        <OperationScreen operation={name} />
      ) : (
        <Page>
          <Problem text={isOff ? words('operation').off : words('operation').unknown} />
        </Page>
      )}
    </Frame>
  );
}
