import type { Topic } from '../material/material.ts';
import type { Random } from '../random.ts';
import type { Style } from './style.ts';
import { translate } from './translation.ts';

const titles: Record<Topic, readonly string[]> = {
  description: ['Description', 'Characters', 'Organoleptic tests'],
  identification: ['Identification', 'Identity tests'],
  assay: ['Assay', 'Content', 'Assay and composition'],
  physical: ['Physical and chemical tests', 'Physico-chemical properties', 'Tests'],
  impurity: ['Related substances', 'Impurities', 'Purity tests'],
  element: ['Elemental impurities', 'Heavy metals', 'Metals (ICP-MS)'],
  solvent: ['Residual solvents', 'Residual solvents (GC)'],
  microbe: ['Microbiological quality', 'Microbial limits', 'Microbiology'],
};

/** A title for each topic, the same for a whole document. */
export function drawTitles({ language }: Style, random: Random): Record<Topic, string> {
  const entries = Object.entries(titles).map(([topic, words]) => [topic, translate(random.pick(words), language)]);
  return Object.fromEntries(entries) as Record<Topic, string>;
}
