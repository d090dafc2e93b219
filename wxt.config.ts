import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mergeConfig } from 'vite'
import { defineConfig } from 'wxt'
import { matchPattern, networkOrigins, pageMatches } from './lib/deployment/deployment.ts'
import { deploymentFaults, faultText, sandboxFirefoxId } from './lib/deployment/faults.ts'
import { type Deployment, decodeDeployment } from './lib/deployment/schema.ts'
import { hashStyles } from './test/run/rewrites/frame-styles.ts'
import { rewrites } from './test/run/rewrites/rewrites.ts'

/** The deployment file to pack: `FERRY_DEPLOYMENT`, else the sandbox's own. */
const deploymentPath = resolve(process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json')

/** Reads and checks the file. Throws one line per fault, with its JSON path. */
function readDeployment(browser: string): Deployment {
  const wrong = faultsOf(browser === 'firefox' ? 'firefox' : 'chrome')
  if (wrong === null) return decodeDeployment(JSON.parse(readFileSync(deploymentPath, 'utf8')))
  const fault = new Error(wrong)
  // The author of the file needs the fault lines, not our stack trace.
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

/** The match patterns of the hosts, each once. */
function hostPatterns(urls: readonly string[], browser: string): string[] {
  return [...new Set(urls.map((url) => matchPattern(url, browser === 'firefox')))]
}

/** The policy of our pages and the worker: only our own files, the styles in our pages, and the hosts of the deployment file. */
function contentSecurityPolicy(deployment: Deployment, styles: string): string {
  const sockets = deployment.loopbackWallets.map((endpoint) => endpoint.replace(/^http/, 'ws'))
  const hosts = [...networkOrigins(deployment), ...sockets]
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`,
    "img-src 'self' blob: data:",
    `connect-src 'self' ${hosts.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Leaves out what only translators and tests read: half of the file. Browsers send all texts to each page that reads one.
 */
function packMessages(text: string): string {
  const messages = JSON.parse(text) as { readonly [key: string]: { readonly message: string } }
  const packed = Object.entries(messages).map(([key, { message }]) => [key, { message }])
  return JSON.stringify(Object.fromEntries(packed))
}

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: process.env.FERRY_OUT_DIR ?? '.output',
  // `npm start` and the journeys open browsers themselves, each with its own sandbox and profile.
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
      host_permissions: hostPatterns(networkOrigins(deployment), browser),
      // Requested when the person enables a wallet on this machine.
      ...(deployment.loopbackWallets.length === 0
        ? {}
        : { optional_host_permissions: hostPatterns(deployment.loopbackWallets, browser) }),
      incognito: 'not_allowed',
      // A suggestion: the person can change it in the browser's list of shortcuts.
      commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+F' } } },
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
            // Without this key every other extension could connect to Ferry.
            externally_connectable: { ids: [] },
          }),
    }
  },
  hooks: {
    'config:resolved': ({ config }) => {
      // WXT 0.21 installs its auto-import plugin even if `imports` is false, and adds 3 kB to each page and the background.
      // With empty lists the plugin does nothing.
      Object.assign(config.imports, { imports: [], presets: [], dirs: [] })
    },
    'vite:build:extendConfig': (entries, config) => {
      if (!entries.some((entry) => entry.type === 'popup')) return
      // Bundle the scripts of the first paint into one file. Seventeen files are 3.2 kB larger, and each request delays the
      // first paint by a millisecond. The rest is three files that load on need: sixty files share no text that compresses,
      // and make the package 28 kB larger.
      config.build = mergeConfig(config.build ?? {}, {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', test: /popup\/(first\.ts|style\.css)$|wxt-html-plugins/, priority: 5 },
                { name: 'app', test: /popup\/main\.tsx$/, priority: 4 },
                // Alone, because it shows that another file is missing.
                { name: 'failed', test: /parts\/FailedView\.tsx$/, priority: 4 },
                {
                  name: 'swap',
                  test: /components\/(screens\.tsx|home|routes|tokens|review)|models\/(picker|review|advanced|recipients|experience)-model/,
                  priority: 3,
                },
                {
                  name: 'order',
                  test: /components\/(order|history)\/|models\/(order|history)-model/,
                  priority: 2,
                },
                { name: 'settings', test: /components\/|models\//, priority: 1 },
              ],
            },
          },
        },
      })
    },
    'build:manifestGenerated': ({ config }, manifest) => {
      const deployment = readDeployment(config.browser)
      const styles = hashStyles(readFileSync(resolve(config.outDir, 'popup.html'), 'utf8'))
      manifest.content_security_policy = { extension_pages: contentSecurityPolicy(deployment, styles) }
      const matches = pageMatches(deployment)
      if (matches !== null) for (const script of manifest.content_scripts ?? []) script.matches = [...matches]
      // In a window or tab the page fits the view. The toolbar popup takes the size that the page requests.
      if (manifest.action !== undefined) manifest.action.default_popup = 'popup.html?toolbar'
    },
    'build:publicAssets': (_wxt, files) => {
      const packed = files
        .filter(({ relativeDest }) => relativeDest !== 'deployment.json')
        .map((file) =>
          'absoluteSrc' in file && file.relativeDest.endsWith('messages.json')
            ? {
                contents: packMessages(readFileSync(file.absoluteSrc, 'utf8')),
                relativeDest: file.relativeDest,
              }
            : file,
        )
      files.splice(0, files.length, ...packed, {
        absoluteSrc: deploymentPath,
        relativeDest: 'deployment.json',
      })
    },
  },
  vite: () => ({
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      target: ['chrome126', 'firefox140'],
      modulePreload: false,
      cssCodeSplit: false,
      sourcemap: false,
    },
    plugins: rewrites,
  }),
})
