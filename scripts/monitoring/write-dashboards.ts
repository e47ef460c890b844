import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOARDS } from './boards.ts';
import { toText } from './dashboard.ts';
import { DASHBOARDS } from './monitoring.ts';

// Writes the dashboards down; a test compares with them.
for (const [name, board] of Object.entries(BOARDS)) writeFileSync(join(DASHBOARDS, `${name}.json`), toText(board));
