import { expect } from 'chai';
import type { FollowedPair } from '../../src/follow/follow.ts';
import { makeFollowState } from '../../src/follow/follow-state.ts';
import type { LocalRecord } from '../../src/local/local-record.ts';
import { followRun, partner, remoteRecord } from './partner.ts';

const LOCAL: LocalRecord = {
  ...{ id: 'ent_1', entityType: 'document', name: 'A record', attributes: {}, version: 1, deleted: false },
};

const workflow_sync = {
  enabled: true,
  lifecycle: 'state__v',
  state_mappings: ['a', 'b', 'c'].map((state) => ({ external_state: state, service_state: state })),
  transition_triggers: { external_to_service: true, service_to_external: false },
};

describe('the command of a move that is taken over', () => {
  /** The command by which a record that is in a state here follows the one there. */
  const commandOf = async (from: string, to: string, linkVersion: number): Promise<string> => {
    const commands: string[] = [];
    const follow = makeFollowState({
      read: async () => from,
      async move(_call, record, { commandId }) {
        commands.push(commandId);
        return { ok: true, record };
      },
    });
    const remote = { ...remoteRecord({ state__v: to }), externalId: 'X-1' };
    const pair: FollowedPair = { externalId: 'X-1', remote, local: LOCAL, followed: {}, linkVersion };
    await follow(followRun('org_1', partner(), { mapping: { entity_type: 'document', workflow_sync } }), pair);
    expect(commands).to.have.length(1);
    return commands.join();
  };

  it('is another one for each move, though the version of the record stays, and the same when it is asked again', async () => {
    const asked = [
      await commandOf('a', 'b', 1),
      await commandOf('b', 'c', 2),
      await commandOf('c', 'b', 3),
      await commandOf('a', 'b', 4),
    ];
    expect(new Set(asked).size).to.equal(asked.length);
    expect(await commandOf('c', 'b', 3)).to.equal(asked[2]);
  });

  it('names the state that is left', async () => {
    expect(await commandOf('a', 'b', 1)).to.not.equal(await commandOf('c', 'b', 1));
  });
});
