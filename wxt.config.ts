import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mergeConfig, type Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { decodeDeployment } from './lib/deployment/decode-deployment.ts'
import type { Deployment } from './lib/deployment/deployment.ts'
import { faultText } from './lib/deployment/deployment-fault.ts'
import { deploymentFaults } from './lib/deployment/deployment-faults.ts'
import { networkOrigins } from './lib/deployment/deployment-hosts.ts'
import { sandboxFirefoxId } from './lib/deployment/deployment-rules.ts'
import { hostPattern } from './lib/deployment/host-pattern.ts'

/** The deployment file that is packed: `FERRY_DEPLOYMENT`, else the sandbox's own. */
const deploymentPath = resolve(process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json')

/** Reads and checks the file; throws a line for each thing that is wrong, with its JSON path. */
function readDeployment(browser: string): Deployment {
  const wrong = faultsOf(browser === 'firefox' ? 'firefox' : 'chrome')
  if (wrong === null) return decodeDeployment(JSON.parse(readFileSync(deploymentPath, 'utf8')))
  const fault = new Error(wrong)
  // Whoever writes the file is helped by the lines and by no call of ours.
  fault.stack = fault.message
  throw fault
}

function faultsOf(packed: 'chrome' | 'firefox'): string | null {
  try {
    const faults = deploymentFaults(JSON.parse(readFileSync(deploymentPath, 'utf8')), packed)
    return faults.length === 0 ? null : faultText(deploymentPath, faults)
  } catch (thrown) {
    return `${deploymentPath}: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
}

/** Host permissions. Firefox fails the fetch when a pattern names a port, so there it names none. */
function hostPatterns(deployment: Deployment, browser: string): string[] {
  const patterns = networkOrigins(deployment).map((origin) => {
    const url = new URL(origin)
    return `${url.protocol}//${browser === 'firefox' ? url.hostname : url.host}/*`
  })
  return [...new Set(patterns)]
}

/** Patterns of the wallets on this machine. */
function loopbackPatterns(deployment: Deployment, browser: string): string[] {
  const patterns = deployment.loopbackWallets.map((endpoint) => hostPattern(endpoint, browser === 'firefox'))
  return [...new Set(patterns)]
}

/** The policy of our pages and of the worker: nothing but our own files and the hosts of the deployment file. */
function contentSecurityPolicy(deployment: Deployment): string {
  const sockets = deployment.loopbackWallets.map((endpoint) => endpoint.replace(/^http/, 'ws'))
  const hosts = [...networkOrigins(deployment), ...sockets]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${hosts.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const isOfPage = (script: string | undefined): boolean => script?.endsWith('/provider.js') ?? false

/** Our own world has its script first: it hears first what both listen to (`page/two-worlds.ts`). */
function ownFirst<Entry extends { js?: string[] | undefined }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => Number(isOfPage(one.js?.[0])) - Number(isOfPage(other.js?.[0])))
}

/** Gives each script of an entry an entry of its own; all but the provider's lose the world they were built as. */
function inOwnWorld<Entry extends { js?: string[] | undefined }>(entry: Entry): Entry[] {
  return (entry.js ?? []).map((script) => {
    const own = { ...entry, js: [script] }
    if (!isOfPage(script)) Reflect.deleteProperty(own, 'world')
    return own
  })
}

/** Ferry never sets markup from text, so Preact's only way to do it is left out: what is not in the package cannot be misused. */
const withoutMarkupSink: Plugin = {
  name: 'ferry-without-markup-sink',
  transform(code, id) {
    if (!id.endsWith('/preact/dist/preact.mjs')) return null
    const without = code.replace(/(\w+)\?\([^?]*?\.innerHTML=\1\.__html\),\w+\.__k=\[\]\):\(/, '(')
    if (/\.innerHTML/.test(without)) throw new Error('Preact sets markup in a way that is not known here')
    return { code: without, map: null }
  },
}

/** Vite fetches the styles of a later script beside it; ours are all there from the start, so `import()` is enough. */
const withoutPreloading: Plugin = {
  name: 'ferry-without-preloading',
  transform(_code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    return { code: 'export const __vitePreload = (load) => load()', map: null }
  },
  generateBundle(_options, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'))
    if (sheets.length > 1) throw new Error(`nobody would fetch one of ${sheets.join(', ')}`)
  },
}

/** What a page shows before the App is there (`popup/first.ts`). Between its elements stands nothing that the App would have to move. */
const frame = readFileSync(resolve('entrypoints/popup/frame.html'), 'utf8').replace(/(^|>)\s+(?=<|$)/g, '$1')

/** Puts the frame into our pages, which paint nothing before it has been filled, and has the App fetched meanwhile. */
const withFrame: Plugin = {
  name: 'ferry-with-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const app = Object.keys(bundle ?? {}).find((name) => /\bapp-[^/]*\.js$/.test(name))
      if (bundle !== undefined && app === undefined) throw new Error('the App is in no file of its own')
      return html
        .replace('<div id="root"></div>', frame)
        .replace('<script type="module"', '<script type="module" blocking="render"')
        .replace(
          '</head>',
          app === undefined ? '</head>' : `<link rel="modulepreload" href="/${app}"></head>`,
        )
    },
  },
}

/**
 * What a page runs of us is our own code alone: WXT's wrapper would add a third of a kilobyte of reports that nobody
 * reads, and what the manifest says of a script need not be in it.
 */
const withoutWrapper: Plugin = {
  name: 'ferry-without-wrapper',
  enforce: 'pre',
  transform(code) {
    const [, path] = /^import definition from ("[^"]+content\.ts");[\s\S]*crashed on startup/.exec(code) ?? []
    return path === undefined ? null : { code: `import { main } from ${path}; main()`, map: null }
  },
}

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: process.env.FERRY_OUT_DIR ?? '.output',
  // Browsers are opened by `npm start` and the journeys, with a sandbox and a profile of their own.
  webExt: { disabled: true },
  manifest: ({ browser }) => {
    const deployment = readDeployment(browser)
    return {
      name: 'Ferry',
      short_name: '__MSG_extensionName__',
      description: '__MSG_extensionDescription__',
      default_locale: 'en',
      permissions: [
        ...['alarms', 'notifications', 'storage', 'unlimitedStorage'],
        ...(deployment.service.origin === undefined ? [] : ['declarativeNetRequestWithHostAccess']),
      ],
      host_permissions: hostPatterns(deployment, browser),
      // Asked for when the person switches a wallet on this machine on.
      ...(deployment.loopbackWallets.length === 0
        ? {}
        : { optional_host_permissions: loopbackPatterns(deployment, browser) }),
      content_security_policy: { extension_pages: contentSecurityPolicy(deployment) },
      incognito: 'not_allowed',
      ...(browser === 'firefox'
        ? {
            browser_specific_settings: {
              gecko: {
                id: deployment.firefoxId ?? sandboxFirefoxId,
                strict_min_version: '140.0',
                data_collection_permissions: { required: ['financialAndPaymentInfo'] },
              },
              gecko_android: { strict_min_version: '142.0' },
            },
          }
        : {
            minimum_chrome_version: '126',
            // Without this key every other extension could connect to us.
            externally_connectable: { ids: [] },
          }),
    }
  },
  hooks: {
    'config:resolved': ({ config }) => {
      // WXT 0.21 installs its auto-import plugin even where `imports` is false; with nothing to offer it does nothing.
      Object.assign(config.imports, { imports: [], presets: [], dirs: [] })
    },
    'entrypoints:grouped': ({ config }, groups) => {
      if (config.command !== 'build') return
      // WXT's wrapper of isolated scripts tells each page our id and costs 1 kB; the one of MAIN-world scripts does neither.
      for (const entry of groups.flat()) {
        if (entry.type === 'content-script') entry.options.world = 'MAIN'
      }
    },
    'vite:build:extendConfig': (entries, config) => {
      if (!entries.some((entry) => entry.type === 'popup')) return
      // What a page needs at once comes in one file: each further request costs the first picture a millisecond.
      config.build = mergeConfig(config.build ?? {}, {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', test: /popup\/(first\.ts|style\.css)$|wxt-html-plugins/, priority: 1 },
                { name: 'app', test: /popup\/main\.tsx$/ },
              ],
            },
          },
        },
      })
    },
    'build:manifestGenerated': ({ config }, manifest) => {
      if (config.command !== 'build') return
      manifest.content_scripts = ownFirst(manifest.content_scripts?.flatMap(inOwnWorld) ?? [])
    },
    'build:publicAssets': (_wxt, files) => {
      const kept = files.filter((file) => file.relativeDest !== 'deployment.json')
      files.splice(0, files.length, ...kept, {
        absoluteSrc: deploymentPath,
        relativeDest: 'deployment.json',
      })
    },
  },
  vite: () => ({
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { target: ['chrome126', 'firefox140'], modulePreload: false, sourcemap: false },
    plugins: [withoutMarkupSink, withoutWrapper, withoutPreloading, withFrame],
  }),
})
