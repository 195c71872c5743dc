import { Redirect, Route, Switch } from 'wouter';
import { part } from '#ui/part.ts';

const TaskRoute = part(() => import('#app/TaskRoute.tsx'), 'TaskRoute');
const OperationsScreen = part(() => import('#app/OperationsScreen.tsx'), 'OperationsScreen');
const OperationRoute = part(() => import('#app/OperationRoute.tsx'), 'OperationRoute');
const QueueScreen = part(() => import('#app/QueueScreen.tsx'), 'QueueScreen');
const CallScreen = part(() => import('#app/CallScreen.tsx'), 'CallScreen');
const HistoryScreen = part(() => import('#app/HistoryScreen.tsx'), 'HistoryScreen');
const DiagnosticsScreen = part(() => import('#app/DiagnosticsScreen.tsx'), 'DiagnosticsScreen');
const RescueScreens = part(() => import('#app/RescueScreens.tsx'), 'RescueScreens');
const HandOverScreen = part(() => import('#app/HandOverScreen.tsx'), 'HandOverScreen');
const SetUpScreen = part(() => import('#app/SetUpScreen.tsx'), 'SetUpScreen');
const CalibrateScreen = part(() => import('#app/CalibrateScreen.tsx'), 'CalibrateScreen');
const ArrivalScreen = part(() => import('#app/ArrivalScreen.tsx'), 'ArrivalScreen');
const SettingsScreen = part(() => import('#app/SettingsScreen.tsx'), 'SettingsScreen');

/** Every screen but Home and the first task, by its address: a start needs none of them, so not their names either. */
export function OtherScreens() {
  return (
    <Switch>
      <Route path="/">
        <ArrivalScreen />
      </Route>
      <Route path="/share">
        <ArrivalScreen />
      </Route>
      <Route path="/tasks/:id">{({ id }) => <TaskRoute path={`/tasks/${id}`} />}</Route>
      <Route path="/operations">
        <OperationsScreen />
      </Route>
      <Route path="/operations/:name">{({ name }) => <OperationRoute key={name} name={name} />}</Route>
      <Route path="/queue">
        <QueueScreen />
      </Route>
      <Route path="/queue/:seq">{({ seq }) => <CallScreen key={seq} seq={Number(seq)} />}</Route>
      <Route path="/hand-over">
        <HandOverScreen />
      </Route>
      <Route path="/set-up">
        <SetUpScreen />
      </Route>
      <Route path="/history">
        <HistoryScreen />
      </Route>
      <Route path="/diagnostics">
        <DiagnosticsScreen />
      </Route>
      <Route path="/rescue/*?">
        <RescueScreens />
      </Route>
      <Route path="/settings/scanner">
        <CalibrateScreen />
      </Route>
      <Route path="/settings">
        <SettingsScreen />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
