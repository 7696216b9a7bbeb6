import { expect, test } from 'vitest';
import { proxyOf, scriptEnvironment } from '../../../build/scripts/installing/environment.mjs';
import { findSwallowedOptions } from '../../../build/scripts/installing/swallowed-options.mjs';

test('a script hears nothing of the settings of the npm that started it', () => {
  const environment = { PATH: '/bin', npm_config_prefix: '/x', npm_package_name: 'limber', npm_lifecycle_event: 'start' };
  expect(scriptEnvironment(environment)).toEqual({ PATH: '/bin' });
});

test('mirrors, proxies and certificates reach what a script downloads', () => {
  const made = scriptEnvironment({
    npm_config_electron_mirror: 'https://mirror.example/',
    npm_config_https_proxy: 'http://proxy.example:3128',
    npm_config_noproxy: 'intranet.example',
    npm_config_cafile: '/etc/ca.pem',
  });
  expect(made).toEqual({
    npm_config_electron_mirror: 'https://mirror.example/',
    HTTPS_PROXY: 'http://proxy.example:3128',
    NO_PROXY: 'intranet.example,localhost,127.0.0.1,::1',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
    NODE_USE_ENV_PROXY: '1',
    ELECTRON_GET_USE_PROXY: '1',
  });
});

test('what the environment says itself comes before the settings of npm', () => {
  const said = { HTTPS_PROXY: 'http://a', NODE_EXTRA_CA_CERTS: '/a.pem', NODE_USE_ENV_PROXY: '0', no_proxy: '127.0.0.1' };
  expect(scriptEnvironment({ ...said, npm_config_https_proxy: 'http://b', npm_config_cafile: '/b.pem' })).toMatchObject(said);
  expect(proxyOf({ https_proxy: '', HTTP_PROXY: 'http://c' })).toBe('http://c');
  expect(proxyOf({})).toBeNull();
});

test('options that npm kept for itself are named, with what to type', () => {
  expect(findSwallowedOptions({ npm_config_browser: 'true', npm_config_open: '', npm_config_port: '8123' })).toBe(
    'npm kept --browser, --no-open, --port for itself, as it does in PowerShell: type "npx limber" in place of "npm start" or "npm run limber", with the same file and options behind it.',
  );
  expect(findSwallowedOptions({ npm_config_json: 'true' })).toContain('npm kept --json for itself');
});

test("npm's own settings are not taken for options", () => {
  expect(findSwallowedOptions({ npm_config_browser: 'firefox', npm_config_registry: 'http://r/', PORT: '1' })).toBeNull();
});
