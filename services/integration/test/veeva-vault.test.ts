import { expect } from 'chai';
import { toError } from '../src/connector/veeva-vault/vault-answer.ts';
import { veevaVault } from '../src/connector/veeva-vault/veeva-vault.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../src/remote/remote-error.ts';
import { accessVault, toRefusal, toSource, type VaultAccess } from './vault-simulator/vault-access.ts';
import { startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

describe('a connection to a Vault', () => {
  let vault: VaultSimulator;
  let access: VaultAccess;
  const opened: VaultAccess[] = [];
  const open = (...options: Parameters<typeof accessVault>): VaultAccess => {
    const one = accessVault(...options);
    opened.push(one);
    return one;
  };

  beforeEach(async () => {
    vault = await startVaultSimulator({ loginsPerMinute: 5 });
    access = open(vault);
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await vault.stop();
  });

  const supplier = toSource('supplier__c');

  describe('its session', () => {
    it('is opened by a form login, and has the id of its vault', async () => {
      const { values, expiresAt } = await access.login();
      expect(values.vault_id).to.equal(vault.vaultId);
      expect(values.session_id).to.match(/^[0-9A-F]{96}$/);
      expect(expiresAt).to.equal(null);
    });

    it('goes into requests bare, without a scheme', () => {
      const request = { url: vault.url, method: 'GET' } as const;
      const applied = veevaVault.apply(request, { values: { session_id: 'ABC' }, expiresAt: null });
      expect(applied.headers).to.deep.equal({ authorization: 'ABC' });
    });

    it('is refused where the login lands in another vault, and is not used once', async () => {
      vault.faults.landsElsewhere = true;
      expect(await toRefusal(access.login())).to.be.instanceOf(AuthorizationLost);
      expect(await toRefusal(access.system.test())).to.be.instanceOf(AuthorizationLost);
      expect(vault.requests).to.deep.equal(['POST /api/v25.2/auth', 'POST /api/v25.2/auth']);
    });

    it('is lost where the password is wrong, and nothing shows the password', async () => {
      const error = await toRefusal(open(vault, { password: 'wrong one' }).login());
      expect(error).to.be.instanceOf(AuthorizationLost);
      expect(error.message).not.to.contain('wrong one');
      expect(vault.requests).to.have.length(1);
    });

    for (const [type, status] of [
      ...['INACTIVE_USER', 'USER_LOCKED_OUT', 'PASSWORD_CHANGE_REQUIRED', 'INSUFFICIENT_ACCESS'].map(
        (one) => [one, 'FAILURE'] as const,
      ),
      ['', 'SUCCESS'],
    ] as const)
      it(`is lost where Vault answers ${type || 'without a session'}, and is not requested again`, async () => {
        vault.faults.failures = { type, left: 1, status };
        const error = await toRefusal(access.login());
        expect(error).to.be.instanceOf(AuthorizationLost);
        expect(error.message).to.match(/refused the user|opened no session/);
        expect(vault.requests).to.have.length(1);
      });

    it('is no loss while Vault has trouble of its own', async () => {
      vault.faults.failures = { type: 'UNEXPECTED_ERROR', left: 100 };
      expect(await toRefusal(access.login())).to.be.instanceOf(RemoteTrouble);
    });

    it('is no loss above the burst limit of logins: the limit is over in a minute', async () => {
      for (let count = 0; count < 5; count += 1) await access.login();
      const error = await toRefusal(access.login());
      expect(error).to.be.instanceOf(RemoteRefusal);
      expect(error.code).to.equal('RATE_LIMIT');
      expect(error.retryAfterMs).to.equal(60_000);
      expect(vault.requests).to.have.length(6);
    });

    it('comes of a token of OAuth by the profile of the Vault', async () => {
      vault.oauthTokens.add('token-1');
      expect((await access.exchange('token-1')).values.vault_id).to.equal(vault.vaultId);
      expect(vault.requests).to.deep.equal(['POST /auth/oauth/session/_9ad0a091']);
      expect(await toRefusal(access.exchange('token-2'))).to.be.instanceOf(AuthorizationLost);
      vault.faults.landsElsewhere = true;
      expect(await toRefusal(access.exchange('token-1'))).to.be.instanceOf(AuthorizationLost);
    });

    it('is opened again when it was idle for too long, unless it is kept alive', async () => {
      let now = new Date();
      const slow = await startVaultSimulator({ clock: () => now });
      try {
        const { context, system } = open(slow);
        await system.test();
        for (let minute = 0; minute < 40; minute += 10) {
          now = new Date(now.getTime() + 10 * 60_000);
          await veevaVault.keepAlive?.ping(context);
        }
        await system.test();
        expect(slow.sessions.opened).to.equal(1);
        now = new Date(now.getTime() + 21 * 60_000);
        await system.test();
        expect(slow.sessions.opened).to.equal(2);
      } finally {
        await slow.stop();
      }
    });
  });

  describe('what Vault answers', () => {
    const failing = (type: string, status?: string) => {
      vault.faults.failures = { type, left: 100, ...(status ? { status } : {}) };
    };

    for (const [type, code] of [
      ['INSUFFICIENT_ACCESS', 'NO_PERMISSION'],
      ['INVALID_DATA', 'VALIDATION_ERROR'],
      ['PARAMETER_REQUIRED', 'VALIDATION_ERROR'],
      ['ATTRIBUTE_NOT_SUPPORTED', 'VALIDATION_ERROR'],
      ['OPERATION_NOT_ALLOWED', 'VALIDATION_ERROR'],
      ['SOMETHING_NEW', 'VALIDATION_ERROR'],
      ['MALFORMED_URL', 'RECORD_NOT_FOUND'],
    ] as const)
      it(`is ${code} for ${type}, with our message`, async () => {
        await access.system.test();
        failing(type);
        const error = await toRefusal(access.system.fetch(supplier, ['V1']));
        expect(error.code).to.equal(code);
        expect(error.message).not.to.contain('As the test wishes');
      });

    it('is RATE_LIMIT for API_LIMIT_EXCEEDED, with its delay', () => {
      expect(toError({ type: 'API_LIMIT_EXCEEDED' })).to.include({ code: 'RATE_LIMIT', retryAfterMs: 10_000 });
    });

    for (const type of ['RACE_CONDITION', 'OPERATION_IN_PROGRESS', 'UNEXPECTED_ERROR'])
      it(`is repeated after ${type}`, async () => {
        await access.system.test();
        vault.faults.failures = { type, left: 2 };
        expect((await access.system.test()).checks.every(({ ok }) => ok)).to.equal(true);
      });

    it('is a session that has ended, in whatever form Vault says so', async () => {
      for (const [type, status] of [
        ['INVALID_SESSION_ID', 'FAILURE'],
        ['INVALID_SESSION_ID', 'EXCEPTION'],
        ['INACTIVE_USER', 'FAILURE'],
      ] as const) {
        await access.system.test();
        const before = vault.sessions.opened;
        vault.faults.failures = { type, left: 1, status };
        await access.system.test();
        expect(vault.sessions.opened, `${type}, ${status}`).to.equal(before + 1);
      }
    });

    it('is repeated after an exception of Vault of any type', async () => {
      await access.system.test();
      vault.faults.failures = { type: 'INVALID_DATA', left: 2, status: 'EXCEPTION' };
      await access.system.test();
    });

    it('counts as a success with a warning', async () => {
      await access.system.test();
      vault.faults.failures = { type: 'INVALID_DATA', left: 1, status: 'WARNING' };
      await veevaVault.keepAlive?.ping(access.context);
    });

    it('is repeated after an HTML 502, and is trouble without its text when that stays', async () => {
      await access.system.test();
      vault.faults.badGateways = 2;
      await access.system.test();
      vault.faults.badGateways = 100;
      const error = await toRefusal(access.system.test());
      expect(error).to.be.instanceOf(RemoteTrouble);
      expect(error.message).not.to.match(/html|gateway/i);
    });

    it('is waited for while Vault delays it above its burst limit, which is logged', async () => {
      const { id } = vault.data.put('supplier__c', { name__v: 'Acme' });
      vault.data.files.set('1/file', { name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') });
      vault.faults.delayMs = 30;
      const waited: (number | undefined)[] = [];
      const warnings: unknown[] = [];
      const { context } = access;
      const system = veevaVault.open({
        ...context,
        log: Object.assign(Object.create(context.log), { warn: (...args: unknown[]) => void warnings.push(args) }),
        call(request, read) {
          waited.push(request.timeoutMs);
          return context.call(request, read);
        },
      });
      const write = { externalId: String(id), reference: 'ent_1', fields: { name__v: 'Acme SE' }, etag: null };
      expect(await system.fetch(supplier, [String(id)])).to.have.length(1);
      expect((await system.upsert?.(supplier, [write]))?.[0]?.ok).to.equal(true);
      expect((await system.content?.(toSource('documents'), '1', null))?.name).to.equal('a.pdf');
      for await (const gone of system.deletions?.(supplier, new Date()) ?? []) expect(gone).to.deep.equal([]);
      expect(waited).to.deep.equal(Array(5).fill(120_000));
      expect(warnings).to.deep.equal([['vault delays answers above its burst limit', { delay_ms: 30 }]]);
    });
  });

  it('describes the fields of an object by its metadata', async () => {
    const field = { name: 'name__v', type: 'String', label: 'Name', required: true, max_length: 128 };
    vault.data.fields.set('supplier__c', [field, { name: 'note__c', type: 'LongText' }]);
    expect(await access.system.describe?.('supplier__c')).to.deep.equal({
      objects: null,
      fields: [
        { path: 'name__v', label: 'Name', type: 'String', required: true, maxLength: 128 },
        { path: 'note__c', label: null, type: 'LongText', required: false, maxLength: null },
      ],
    });
  });

  it('reports its API version, and whether the Vault supports it', async () => {
    expect(await access.system.test()).to.deep.equal({
      apiVersion: 'v25.2',
      checks: [
        { name: 'session', ok: true, message: null },
        { name: 'api_version', ok: true, message: null },
      ],
    });
    const { checks } = await open(vault, { apiVersion: 'v24.1' }).system.test();
    expect(checks.at(-1)).to.deep.equal({
      name: 'api_version',
      ok: false,
      message: 'This Vault does not speak v24.1.',
    });
  });

  for (const version of ['v21.2', '25.2', 'v25.2/../..', 'v25.9'])
    it(`refuses the version ${version}`, async () => {
      const error = await toRefusal(open(vault, { apiVersion: version }).login());
      expect(error.field).to.equal('endpoints.api_version');
    });

  it('goes by the clock of the Vault', async () => {
    vault.skewMs = 3 * 3_600_000;
    const ahead = Number(await access.system.now()) - Date.now();
    expect(ahead).to.be.within(3 * 3_600_000 - 60_000, 3 * 3_600_000 + 60_000);
  });
});
