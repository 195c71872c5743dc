import { useLayoutEffect } from 'react';
import { usePath } from '#app/router.tsx';
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
  const path = usePath();
  const [, first = '', second, ...more] = path.split('/');
  if (more.length > 0) return <ToHome />;
  switch (second === undefined ? path : `/${first}/:`) {
    case '/':
    case '/share':
      return <ArrivalScreen />;
    case '/tasks/:':
      return <TaskRoute path={path} />;
    case '/operations':
      return <OperationsScreen />;
    case '/operations/:':
      return <OperationRoute key={second} name={second ?? ''} />;
    case '/queue':
      return <QueueScreen />;
    case '/queue/:':
      return <CallScreen key={second} seq={Number(second)} />;
    case '/hand-over':
      return <HandOverScreen />;
    case '/set-up':
      return <SetUpScreen />;
    case '/history':
      return <HistoryScreen />;
    case '/diagnostics':
      return <DiagnosticsScreen />;
    case '/rescue':
    case '/rescue/:':
      return <RescueScreens of={second} />;
    case '/settings':
      return <SettingsScreen />;
    case '/settings/:':
      return second === 'scanner' ? <CalibrateScreen /> : <ToHome />;
    default:
      return <ToHome />;
  }
}

/** There is no such screen. */
function ToHome() {
  useLayoutEffect(() => history.replaceState(null, '', '/'), []);
  return null;
}
