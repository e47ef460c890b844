import type { Met, Walked } from './graph.ts';

export type AffectedProduct = { id: string; name: string; impact_level: 'direct' | 'indirect'; reason: string };

const named = ({ entity: { type, name } }: Met): string => `the ${type} "${name}"`;

const origin = (met: Met): Met => (met.from ? origin(met.from) : met);

const toReason = (met: Met): string => {
  const { from, distance } = met;
  if (!from) return 'It is related to the event.';
  if (!from.from) return `It is linked to ${named(from)}, which is related to the event.`;
  return `It is linked to ${named(from)}, ${distance} steps from ${named(origin(met))}, which is related to the event.`;
};

/** Related itself or one step away is direct (decisions §4, "Quality events"). */
const impactLevel = ({ distance }: Met): AffectedProduct['impact_level'] => (distance <= 1 ? 'direct' : 'indirect');

const byName = (one: AffectedProduct, other: AffectedProduct): number =>
  one.name === other.name ? (one.id < other.id ? -1 : 1) : one.name < other.name ? -1 : 1;

/** The products that were met: direct ones first, each by name. */
export const affectedProducts = (walked: Walked): AffectedProduct[] => {
  const products = [...walked.values()]
    .filter(({ entity }) => entity.type === 'product')
    .map((met) => ({
      id: met.entity.id,
      name: met.entity.name,
      impact_level: impactLevel(met),
      reason: toReason(met),
    }));
  const { direct = [], indirect = [] } = Object.groupBy(products, ({ impact_level }) => impact_level);
  return [...direct.toSorted(byName), ...indirect.toSorted(byName)];
};
