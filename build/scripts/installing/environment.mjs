/** What of npm's own settings is passed on: how to reach the network, in the words that other programs know. */
const PASSED_ON = /** @type {const} */ ([
  ['npm_config_https_proxy', 'HTTPS_PROXY'],
  ['npm_config_proxy', 'HTTP_PROXY'],
  ['npm_config_noproxy', 'NO_PROXY'],
  ['npm_config_cafile', 'NODE_EXTRA_CA_CERTS'],
]);

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * The environment of a script. npm's settings would reach every npm that a script starts, so that of them only registries, mirrors,
 * proxies and certificates are kept. With a proxy, Node and the download of Electron are told to use it, except for this very machine.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string | undefined>}
 */
export function scriptEnvironment(environment) {
  const kept = Object.entries(environment).filter(
    ([key]) => !/^npm_(config|package|lifecycle)_/.test(key) || /_(mirror|download_host|registry)$/i.test(key),
  );
  const made = Object.fromEntries(kept);
  for (const [from, to] of PASSED_ON) {
    const value = environment[from];
    if (value && !made[to] && !made[to.toLowerCase()]) made[to] = value;
  }
  if (proxyOf(made) === null) return made;
  const direct = (made['NO_PROXY'] ?? made['no_proxy'] ?? '').split(',').filter((name) => name !== '');
  return {
    ...made,
    NODE_USE_ENV_PROXY: made['NODE_USE_ENV_PROXY'] ?? '1',
    ELECTRON_GET_USE_PROXY: made['ELECTRON_GET_USE_PROXY'] ?? '1',
    NO_PROXY: [...new Set([...direct, ...LOOPBACK])].join(','),
  };
}

/**
 * The proxy through which https addresses are reached, or null.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | null}
 */
export function proxyOf(environment) {
  const names = [
    'npm_config_https_proxy',
    'HTTPS_PROXY',
    'https_proxy',
    'npm_config_proxy',
    'HTTP_PROXY',
    'http_proxy',
    'ALL_PROXY',
  ];
  return names.map((name) => environment[name]).find((value) => value) ?? null;
}
