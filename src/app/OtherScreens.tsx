import { useLayoutEffect } from 'react';
import { usePath } from '#app/frame/router.tsx';
import { part } from '#ui/part.ts';

const TaskRoute = part(() => import('#app/home/TaskRoute.tsx'), 'TaskRoute');
const OperationsScreen = part(() => import('#app/home/OperationsScreen.tsx'), 'OperationsScreen');
const OperationRoute = part(() => import('#app/home/OperationRoute.tsx'), 'OperationRoute');
const QueueScreen = part(() => import('#app/queue/QueueScreen.tsx'), 'QueueScreen');
const CallScreen = part(() => import('#app/queue/CallScreen.tsx'), 'CallScreen');
const DiagnosticsScreen = part(() => import('#app/diagnostics/DiagnosticsScreen.tsx'), 'DiagnosticsScreen');
const RescueScreens = part(() => import('#app/handover/RescueScreens.tsx'), 'RescueScreens');
const HandOverScreen = part(() => import('#app/people/HandOverScreen.tsx'), 'HandOverScreen');
const SetUpScreen = part(() => import('#app/settings/SetUpScreen.tsx'), 'SetUpScreen');
const CalibrateScreen = part(() => import('#app/settings/CalibrateScreen.tsx'), 'CalibrateScreen');
const ArrivalScreen = part(() => import('#app/home/ArrivalScreen.tsx'), 'ArrivalScreen');
const SettingsScreen = part(() => import('#app/settings/SettingsScreen.tsx'), 'SettingsScreen');

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
    case '/diagnostics':
      return <DiagnosticsScreen />;
    case '/rescue':
    case '/rescue/:':
      return <RescueScreens of={second} />;
    case '/settings':
    case '/settings/:':
      return second === 'calibration' ? <CalibrateScreen /> : <SettingsScreen of={second} />;
    default:
      return <ToHome />;
  }
}

/** There is no such screen. */
function ToHome() {
  useLayoutEffect(() => history.replaceState(null, '', '/'), []);
  return null;
}
