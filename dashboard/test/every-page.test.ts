import { describePages } from './pages.ts';

describePages('every page of the dashboard', 'auditor', [
  ['light', 1280],
  ['dark', 360],
]);
