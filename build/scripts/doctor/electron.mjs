import { join } from 'node:path';

/**
 * @typedef {import('./examine.mjs').Finding} Finding
 * @typedef {import('../installing/machine.mjs').Machine} Machine
 * @typedef {import('./system.mjs').System} System
 */

const NO_ELECTRON = 'its program is not here: the studio opens in the browser';

/**
 * Electron's program, where its package has fetched it.
 * @param {string} folder of package.json
 * @param {Machine} machine
 * @returns {Finding}
 */
export function electronProgram(folder, machine) {
  const own = join(folder, 'node_modules', 'electron');
  const nameFile = join(own, 'path.txt');
  if (!machine.exists(nameFile)) return { name: 'Electron', found: NO_ELECTRON, remedy: null };
  const path = join(machine.environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(own, 'dist'), machine.read(nameFile).trim());
  return { name: 'Electron', found: machine.exists(path) ? path : NO_ELECTRON, remedy: null };
}

/**
 * The libraries of the system that Electron's program does not find; null where there is no such program or nothing to ask.
 * @param {string} program
 * @param {Machine} machine
 * @param {System} system
 * @returns {Finding | null}
 */
export function libraries(program, machine, system) {
  if (machine.platform !== 'linux' || program === NO_ELECTRON) return null;
  const listed = system.run('ldd', [program]);
  if (listed === null) return null;
  const missing = [...listed.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
  const remedy =
    missing.length === 0 ? null : 'install the packages that hold them (Debian, Ubuntu: libgtk-3-0 libnss3 libgbm1 libasound2)';
  return { name: 'Libraries', found: missing.length === 0 ? 'all found' : `missing: ${missing.join(', ')}`, remedy };
}

/**
 * Whether Chromium's sandbox has what it needs on Linux: user namespaces for everyone.
 * @param {Machine} machine
 * @param {System} system
 * @returns {Finding | null}
 */
export function sandbox({ platform }, { readText, isRoot }) {
  if (platform !== 'linux') return null;
  const name = 'Sandbox';
  if (isRoot)
    return {
      name,
      found: 'none for the administrator: Electron starts with --no-sandbox',
      remedy: 'start Limber as an ordinary user',
    };
  const setting = (/** @type {string} */ path) => readText(path)?.trim();
  if (setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') {
    const remedy =
      'allow them: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 23.10 and newer), or use the browser: limber --browser';
    return { name, found: 'AppArmor forbids user namespaces', remedy };
  }
  if (setting('/proc/sys/kernel/unprivileged_userns_clone') === '0')
    return {
      name,
      found: 'the kernel forbids user namespaces',
      remedy: 'allow them: sudo sysctl -w kernel.unprivileged_userns_clone=1, or use the browser: limber --browser',
    };
  if (setting('/proc/sys/user/max_user_namespaces') === '0')
    return {
      name,
      found: 'the kernel allows no user namespaces',
      remedy: 'allow them: sudo sysctl -w user.max_user_namespaces=10000, or use the browser: limber --browser',
    };
  return { name, found: 'user namespaces are allowed', remedy: null };
}

const PROBE =
  "<script>const g=document.createElement('canvas').getContext('webgl2');const e=g&&g.getExtension('WEBGL_debug_renderer_info');document.title='GPU['+(g?g.getParameter(e?e.UNMASKED_RENDERER_WEBGL:g.RENDERER):'none')+']'</script>";

/**
 * What draws WebGL in the browser that was found.
 * @param {string | null} browser
 * @param {Machine} machine
 * @param {System} system
 * @returns {Finding}
 */
export function graphics(browser, machine, { isRoot, run }) {
  const name = 'GPU';
  if (browser === null) return { name, found: 'not known without a browser to ask', remedy: null };
  const flags = [
    '--headless',
    '--disable-background-networking',
    '--no-first-run',
    ...(isRoot && machine.platform === 'linux' ? ['--no-sandbox'] : []),
  ];
  const page = run(browser, [...flags, '--dump-dom', `data:text/html,${encodeURIComponent(PROBE)}`]);
  const renderer = /GPU\[([^\]]*)\]<\/title>/.exec(page ?? '')?.[1];
  if (renderer === undefined) return { name, found: 'the browser did not answer', remedy: `try it by hand: ${browser}` };
  if (renderer === 'none')
    return {
      name,
      found: 'WebGL 2 is off',
      remedy: 'switch on hardware acceleration in the browser, and update the graphics driver',
    };
  const isSoftware = /swiftshader|llvmpipe|software|basic render/i.test(renderer);
  return {
    name,
    found: renderer,
    remedy: isSoftware
      ? 'the processor draws in place of a graphics card, which is slow: install its driver, and look at chrome://gpu'
      : null,
  };
}
