import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mergeConfig } from 'vite'
import { defineConfig } from 'wxt'
import { decodeDeployment } from './lib/deployment/decode-deployment.ts'
import { type Deployment, faultText, hostPattern, networkOrigins } from './lib/deployment/deployment.ts'
import { deploymentFaults } from './lib/deployment/deployment-faults.ts'
import { sandboxFirefoxId } from './lib/deployment/sandbox-leftovers.ts'
import { rewrites } from './test/run/rewrites/rewrites.ts'

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
    "font-src 'self'",
    `connect-src 'self' ${hosts.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
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
      // WXT 0.21 installs its auto-import plugin even where `imports` is false, and 3 kB of its own come with it into each page and
      // the background; with nothing to offer it does nothing.
      Object.assign(config.imports, { imports: [], presets: [], dirs: [] })
    },
    'vite:build:extendConfig': (entries, config) => {
      if (!entries.some((entry) => entry.type === 'popup')) return
      // What a page needs at once comes in one file: as seventeen it is 3.2 kB more, and each request costs the first picture a millisecond.
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
    'build:manifestGenerated': (_wxt, manifest) => {
      // The page fits itself to a window and a tab; the popup under the toolbar takes the size that the page asks for.
      if (manifest.action !== undefined) manifest.action.default_popup = 'popup.html?toolbar'
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
    plugins: rewrites,
  }),
})
