// `npm run release-key`: makes a pair of keys for releases. The public one goes into package.json, the private one is the secret
// LIMBER_RELEASE_KEY of the release workflow, and is shown once.
import { generateKeyPairSync } from 'node:crypto';
import { rawPublicKey } from './packaging/sign-release.ts';

const { privateKey } = generateKeyPairSync('ed25519');
console.log(`Add to "releaseKeys" in package.json, and keep the others until no program with them is in use:

  "${rawPublicKey(privateKey)}"

Set as the secret LIMBER_RELEASE_KEY, and keep it nowhere else:

  ${privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`);
