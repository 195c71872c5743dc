import { Route, Switch } from 'wouter';
import { HandedOverScreen } from '#app/HandedOverScreen.tsx';
import { RescueScreen } from '#app/RescueScreen.tsx';
import { TakeOverScreen } from '#app/TakeOverScreen.tsx';

/** Export, hand over, take over. */
export function RescueScreens() {
  return (
    <Switch>
      <Route path="/rescue">
        <RescueScreen />
      </Route>
      <Route path="/rescue/take">
        <TakeOverScreen />
      </Route>
      <Route path="/rescue/:id">{({ id }) => <HandedOverScreen key={id} id={id} />}</Route>
    </Switch>
  );
}
