import { writeFileSync } from 'node:fs';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { EVERYTHING, GOLDEN, renderChart, toGolden } from './chart.ts';
import { findChartTools } from './chart-tools.ts';

// Writes down what the chart makes, for a reviewer to read: the test compares with it.
await runCommand(async () => {
  const { ok, text } = renderChart(await findChartTools(say), [EVERYTHING]);
  if (!ok) throw new Advice(text);
  writeFileSync(GOLDEN, toGolden(text));
  return 0;
});
