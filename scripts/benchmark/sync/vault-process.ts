import { startVaultSimulator } from '../../../services/integration/test/vault-simulator/vault-simulator.ts';
import { codeAt, nameAt } from './partner.ts';

/** The simulator of Vault in a process of its own, so that what it costs is not that of who asks it. */

const vault = await startVaultSimulator();
const count = Number(process.argv[2]);
const start = vault.now().getTime() - count;
for (let index = 0; index < count; index += 1)
  vault.data.put('vendor__v', { name__v: nameAt(index), vendor_code__c: codeAt('V', index) }, new Date(start + index));
process.send?.({ url: vault.url, user: vault.user });
process.on('disconnect', () => process.exit());
