import { describePages } from './pages.ts';

describePages('every page of the dashboard, in further windows', 'viewer', [
  ['dark', 1280],
  ['light', 360],
  ['light', 390],
  ['dark', 390],
]);
