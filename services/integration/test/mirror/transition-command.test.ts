import { expect } from 'chai';
import type { LocalRecord } from '../../src/local/local-record.ts';
import type { MirrorPair } from '../../src/mirror/mirror.ts';
import { makeMirrorState } from '../../src/mirror/mirror-state.ts';
import { mirrorRun, partner, remoteRecord } from './partner.ts';

const LOCAL: LocalRecord = {
  id: 'ent_1',
  entityType: 'document',
  name: 'A record',
  attributes: {},
  version: 1,
  deleted: false,
};

const workflow_sync = {
  enabled: true,
  lifecycle: 'state__v',
  state_mappings: ['a', 'b', 'c'].map((state) => ({ external_state: state, service_state: state })),
  transition_triggers: { external_to_service: true, service_to_external: false },
};

describe('the command of a mirrored transition', () => {
  /** The command by which a record that is in a state here follows the one there. */
  const toCommand = async (from: string, to: string, linkVersion: number): Promise<string> => {
    const commands: string[] = [];
    const mirror = makeMirrorState({
      read: async () => from,
      async transition(_call, record, { commandId }) {
        commands.push(commandId);
        return { ok: true, record };
      },
    });
    const remote = { ...remoteRecord({ state__v: to }), externalId: 'X-1' };
    const pair: MirrorPair = { externalId: 'X-1', remote, local: LOCAL, mirrored: {}, linkVersion };
    await mirror(mirrorRun('org_1', partner(), { mapping: { entity_type: 'document', workflow_sync } }), pair);
    expect(commands).to.have.length(1);
    return commands.join();
  };

  it('differs for each transition, also at the same version of the record, and is the same for a repetition', async () => {
    const input = [
      await toCommand('a', 'b', 1),
      await toCommand('b', 'c', 2),
      await toCommand('c', 'b', 3),
      await toCommand('a', 'b', 4),
    ];
    expect(new Set(input).size).to.equal(input.length);
    expect(await toCommand('c', 'b', 3)).to.equal(input[2]);
  });

  it('names the state that is left', async () => {
    expect(await toCommand('a', 'b', 1)).to.not.equal(await toCommand('c', 'b', 1));
  });
});
