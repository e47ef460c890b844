import type { ChainEnd, ChainStore } from '../chain/chain.store.ts';

/**
 * The ends of all chains, including lost ones, which end at 0.
 * @param known the organisations that have checkpoints.
 */
export async function* endsWithLost(
  chains: Pick<ChainStore, 'ends'>,
  known: () => Promise<Iterable<string>>,
): AsyncIterable<ChainEnd[]> {
  // Read before the chains: an organisation with a checkpoint then has entries, unless they were removed.
  const lost = new Set(await known());
  for await (const ends of chains.ends()) {
    for (const { orgId } of ends) lost.delete(orgId);
    yield ends;
  }
  if (lost.size > 0) yield Array.from(lost, (orgId) => ({ orgId, sequence: 0 }));
}
