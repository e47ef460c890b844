import { describePages } from './pages.ts';

describePages('every page of the dashboard', [
  ['light', 1280],
  ['dark', 360],
]);
